// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import dev.baton.Baton;
import dev.baton.cli.demo.ActivityFile;
import dev.baton.cli.demo.DemoProcesses;
import dev.baton.cli.demo.H2Backend;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlSettings;
import dev.baton.work.Coordinator;
import dev.baton.work.Work;
import dev.baton.work.Worker;
import dev.baton.work.sql.SqlWorkStore;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A worker that records its activity, which ends with the demo. Of no use by itself, so not shown. */
@Command(name = WorkerCommand.NAME, hidden = true)
public final class WorkerCommand implements Callable<Integer> {
    static final String NAME = "demo-worker";
    static final String ACTIVITY = "activity";

    private static final String CONFIG = "worker.properties";

    @Option(names = "--id", required = true)
    private String id = "";

    @Option(names = "--folder", required = true)
    private Path folder = Path.of("");

    @Option(names = "--locks", required = true)
    private Path locks = Path.of("");

    /**
     * Writes the files that a worker needs and answers with the arguments that run it.
     *
     * @param locks a folder that all workers share
     */
    static List<String> prepare(String id, Path folder, Path locks, H2Backend database) throws IOException {
        Properties config = new Properties();
        config.setProperty("url", database.url());
        config.setProperty("user", database.user());
        config.setProperty("password", database.password());
        StringWriter text = new StringWriter();
        config.store(text, null);
        DemoProcesses.writePrivate(folder.resolve(CONFIG), text.toString());
        ActivityFile.create(folder.resolve(ACTIVITY));
        return List.of(NAME, "--id", id, "--folder", folder.toString(), "--locks", locks.toString());
    }

    /** Those of the workers and of the demo itself. */
    static SqlSettings settings() {
        return SqlSettings.DEFAULT.withLease(H2Backend.LEASE).withCreateSchema();
    }

    @Override
    public Integer call() throws IOException {
        Properties config = new Properties();
        try (Reader file = Files.newBufferedReader(folder.resolve(CONFIG))) {
            config.load(file);
        }
        SqlDatabase database = SqlDatabase.at(
                config.getProperty("url"), config.getProperty("user"), () -> config.getProperty("password"));
        PeerSettings peers =
                PeerSettings.builder().cluster("demo").lockFolder(locks).build();
        try (Baton baton = Baton.node(id)
                        .start(SqlElector.on(database).settings(settings()).watching(PeerChannel.on(peers)));
                SqlWorkStore store = SqlWorkStore.on(database, settings())) {
            Work work = Work.on(baton, store);
            Coordinator coordinator = work.coordinate();
            WorkerActivity activity = new WorkerActivity(ActivityFile.open(folder.resolve(ACTIVITY)), coordinator);
            activity.start();
            Worker worker = work.worker()
                    .onAssigned(activity::assigned)
                    .onRevoked((partition, within) -> activity.revoked(partition))
                    .start();
            // The demo holds the other end, and lets go when it ends, however it ends.
            System.in.transferTo(OutputStream.nullOutputStream());
            worker.close();
        }
        return 0;
    }
}
