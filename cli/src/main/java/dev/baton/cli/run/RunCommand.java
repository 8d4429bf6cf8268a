// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.BatonException;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.OutputOptions;
import dev.baton.cli.ServerOptions;
import dev.baton.cli.database.DatabaseOptions;
import dev.baton.cli.node.ConfigOptions;
import dev.baton.server.NodeConfig;
import dev.baton.server.elector.SqlBackend;
import dev.baton.server.guarded.CommandTimes;
import dev.baton.server.guarded.GuardianScript;
import dev.baton.server.guarded.SignalRights;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.sql.SqlSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a command on whichever machine leads. */
@Command(
        name = "run",
        description = {
            "Run a command only while this machine leads an election.",
            "A running node decides (--server; the election needs the duty run), or a database does (--url, or -c).",
            "It is ended (TERM, then KILL) before another machine may lead, even if Baton is killed or stopped.",
            "Its environment has BATON_ELECTION, BATON_NODE and BATON_EPOCH."
        })
public final class RunCommand implements Callable<Integer> {
    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Mixin
    private final ConfigOptions config = new ConfigOptions();

    @Option(names = "--election", paramLabel = "NAME", required = true, description = "The election to stand in.")
    private String election = "";

    @Option(
            names = "--node",
            paramLabel = "ID",
            description = "The name of this node. Default: as configured, or the host name.")
    private @Nullable String node;

    @Option(
            names = "--lease",
            paramLabel = "DURATION",
            description = "Time after a crash until another machine may lead. Default: 10s, or as configured.")
    private @Nullable Duration lease;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            description = "How long the command may take to exit. Default: a fifth of the lease.")
    private @Nullable Duration grace;

    @Option(
            names = "--on-exit",
            paramLabel = "restart|resign|exit",
            defaultValue = "restart",
            description = "What to do when the command exits on its own. Default: ${DEFAULT-VALUE}.")
    private OnExit onExit = OnExit.restart;

    @Option(names = "--once", description = "The same as --on-exit exit: exit with the command's exit code.")
    private boolean once;

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            description = "Give up, with exit code 75, if this machine does not lead by then.")
    private @Nullable Duration patience;

    @Option(names = "--create-schema", description = "Create the tables if they are missing.")
    private boolean createSchema;

    @Parameters(arity = "1..*", paramLabel = "-- COMMAND", description = "The command and its arguments.")
    private List<String> command = new ArrayList<>();

    public RunCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        long start = System.nanoTime();
        try (RunReport report = new RunReport(
                election, environment.err(), output.to(environment).json())) {
            SignalRights rights = rights();
            requireGuardian();
            RunBackend backend = backend(report);
            LeaseTerms terms = backend.terms();
            RunPlan plan = new RunPlan(
                    election,
                    node != null ? node : backend.nodeId().orElseGet(RunCommand::hostName),
                    command,
                    grace == null ? CommandTimes.of(terms) : new CommandTimes(terms, grace),
                    once ? OnExit.exit : onExit,
                    Optional.ofNullable(patience).map(whole -> whole.minusNanos(System.nanoTime() - start)));
            return new Runner(plan, report, rights).run(backend);
        } catch (IllegalArgumentException wrong) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", String.valueOf(wrong.getMessage()));
        } catch (BatonException failed) {
            throw new CommandFailure(ExitCode.RUN_FAILED, "FAILED", String.valueOf(failed.getMessage()));
        }
    }

    private RunBackend backend(RunReport report) throws InterruptedException {
        boolean onDatabase = database.given() || config.given();
        if (onDatabase && server.given()) {
            throw usage("use either --server, or --url or -c: only one of them can decide who leads");
        }
        if (!onDatabase) {
            if (lease != null || createSchema) {
                throw usage("--lease and --create-schema are for a database (--url or -c); a server has its own lease");
            }
            return ServerBackend.at(server.connect(environment), election, Optional.ofNullable(patience), report);
        }
        if (database.given()) {
            return onDatabase(new SqlBackend(database.open(environment), SqlSettings.DEFAULT, false), Optional.empty());
        }
        NodeConfig file = config.read(environment);
        return onDatabase(
                file.elector()
                        .sql()
                        .orElseThrow(() -> usage("the elector of that node is not sql: start the node, and let it lend"
                                + " its leadership by --server")),
                Optional.of(file.id().value()));
    }

    private RunBackend onDatabase(SqlBackend backend, Optional<String> name) {
        SqlSettings settings =
                lease == null ? backend.settings() : backend.settings().withLease(lease);
        return new DatabaseBackend(
                new SqlBackend(backend.database(), createSchema ? settings.withCreateSchema() : settings, false), name);
    }

    private static CommandFailure usage(String why) {
        return new CommandFailure(ExitCode.USAGE, "USAGE", why);
    }

    private static void requireGuardian() throws InterruptedException {
        if (!GuardianScript.works()) {
            throw new CommandFailure(ExitCode.RUN_FAILED, "UNSUPPORTED", "baton run needs " + GuardianScript.NEEDS);
        }
    }

    /** What the command's keepers may do to it. */
    private SignalRights rights() {
        try {
            SignalRights rights = SignalRights.ofThisProcess();
            String program = command.get(0);
            if (rights.loses(program, environment.variable("PATH").orElse(""))) {
                throw usage(program + " becomes another user's process, which Baton could not end when leadership is"
                        + " lost: run Baton itself as that user");
            }
            return rights;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (UnknownHostException nameless) {
            throw usage("this host has no name: name the node with --node");
        }
    }
}
