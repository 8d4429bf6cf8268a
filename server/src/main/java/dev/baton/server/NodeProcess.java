// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.ConfigurationException;
import dev.baton.UnavailableException;
import dev.baton.server.log.Logs;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that is one node: started from a file and the environment, reloaded by SIGHUP, ended by SIGTERM or SIGINT,
 * which hand over first.
 */
public final class NodeProcess {
    /** The configuration is wrong. */
    public static final int BAD_CONFIGURATION = 2;
    /** Something that is needed is missing, such as a free port. */
    public static final int UNAVAILABLE = 3;

    private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);

    private NodeProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        Optional<Path> file = arguments.length == 2 && arguments[0].equals("-c")
                ? Optional.of(Path.of(arguments[1]))
                : Optional.empty();
        int status = run(file, System.getenv());
        if (status != 0) {
            System.exit(status);
        }
    }

    /** Runs a node until the process is told to end; returns early, with an exit status, only if it cannot start. */
    public static int run(Optional<Path> file, Map<String, String> environment) throws InterruptedException {
        try {
            return run(NodeConfig.read(file, environment), file, environment);
        } catch (ConfigurationException wrong) {
            return refused(wrong);
        }
    }

    /**
     * Runs a node with a configuration that was already read.
     *
     * @param file the file to read again on a reload
     */
    public static int run(NodeConfig config, Optional<Path> file, Map<String, String> environment)
            throws InterruptedException {
        try {
            Logs.configure(config.logFormat(), config.logLevel());
            BatonServer server = BatonServer.start(config);
            Optional<SystemdNotifier> service =
                    SystemdNotifier.of(environment, ProcessHandle.current().pid());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, service), "baton-shutdown"));
            HangupSignal.onHangUp(() -> reload(server, file, environment));
            service.ifPresent(it -> it.ready(server::isSteady));
        } catch (ConfigurationException wrong) {
            return refused(wrong);
        } catch (UnavailableException missing) {
            Logs.end();
            System.err.println("baton: " + missing.getMessage());
            return UNAVAILABLE;
        }
        new CountDownLatch(1).await();
        return 0;
    }

    private static int refused(ConfigurationException wrong) {
        Logs.end();
        wrong.problems().forEach(problem -> System.err.println("baton: " + problem));
        return BAD_CONFIGURATION;
    }

    private static void end(BatonServer server, Optional<SystemdNotifier> service) {
        try {
            service.ifPresent(SystemdNotifier::close);
            server.close();
        } finally {
            Logs.end();
        }
    }

    /** Reloads the configuration. An invalid one changes nothing. */
    private static void reload(BatonServer server, Optional<Path> file, Map<String, String> environment) {
        try {
            NodeConfig changed = NodeConfig.read(file, environment);
            Logs.level(changed.logLevel());
            server.reload(changed);
        } catch (ConfigurationException wrong) {
            LOG.error("the configuration is unchanged: {}", wrong.getMessage());
        }
    }
}
