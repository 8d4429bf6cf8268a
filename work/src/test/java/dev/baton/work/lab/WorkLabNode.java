// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.lab;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.internal.runtime.TimedWait;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlElectorFactory;
import dev.baton.sql.SqlSettings;
import dev.baton.work.Partition;
import dev.baton.work.Work;
import dev.baton.work.Worker;
import dev.baton.work.sql.SqlPartitionFence;
import dev.baton.work.sql.SqlWorkStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A process with workers. It hears {@code add WORKER}, {@code leave WORKER} and {@code close}, and writes down what its
 * workers do, in lines of {@link WorkHistories}. Where effects are wanted, it writes them all the time, each behind the
 * fence of a partition that it has.
 */
public final class WorkLabNode {
    static final String EFFECTS = "work_lab_effects";

    private static final Duration PROBE_PAUSE = Duration.ofMillis(50);
    private static final Duration EFFECT_PAUSE = Duration.ofMillis(5);
    private static final Duration LEAVE_BOUND = Duration.ofSeconds(10);

    private final String process;
    private final Writer history;
    private final Map<String, Worker> workers = new ConcurrentHashMap<>();
    private final Map<String, Partition> held = new ConcurrentHashMap<>();
    private final Work work;

    private WorkLabNode(Work work, String process, Path history) throws IOException {
        this.work = work;
        this.process = process;
        this.history = Files.newBufferedWriter(history);
    }

    /** Arguments: node, URL, user, file with the password, cluster, lease in ms, peers or alone, effects or none, history. */
    public static void main(String[] arguments) throws IOException {
        String password = Files.readString(Path.of(arguments[3]));
        SqlSettings settings = SqlSettings.DEFAULT
                .withCluster(arguments[4])
                .withLease(Duration.ofMillis(Long.parseLong(arguments[5])));
        SqlElectorFactory alone =
                SqlElector.on(arguments[1], arguments[2], () -> password).settings(settings);
        boolean peers = arguments[6].equals("peers");
        try (Baton baton = Baton.node(arguments[0])
                        .start(peers ? alone.watching(PeerChannel.on(PeerSettings.defaults())) : alone);
                SqlWorkStore store =
                        SqlWorkStore.on(SqlDatabase.at(arguments[1], arguments[2], () -> password), settings)) {
            String process = arguments[0] + "#" + ProcessHandle.current().pid();
            WorkLabNode node = new WorkLabNode(Work.on(baton, store), process, Path.of(arguments[8]));
            node.work.coordinate();
            node.background("lab-probe", node::probe);
            if (arguments[7].equals("effects")) {
                SqlPartitionFence fence = store.partitionFence();
                node.background(
                        "lab-effects",
                        () -> node.writeEffects(
                                () -> DriverManager.getConnection(arguments[1], arguments[2], password), fence));
            }
            say("ready");
            node.listen();
        }
        System.exit(0);
    }

    private interface Endless {
        void run() throws InterruptedException;
    }

    private void background(String name, Endless task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null && !line.equals("close"); line = in.readLine()) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("add")) {
                workers.put(words[1], start(words[1]));
                say("added " + words[1]);
            } else if (words[0].equals("leave")) {
                Worker leaving = workers.remove(words[1]);
                background("lab-leave", () -> say("left " + words[1] + " " + leaving.leave(LEAVE_BOUND)));
            }
        }
    }

    private Worker start(String id) {
        return work.worker(id)
                .onAssigned(partition -> {
                    // Taken before the question, as in noteActing: a pause may come between the two.
                    long before = System.nanoTime();
                    if (partition.mayAct()) {
                        note("S", id, partition, before);
                        held.put(key(id, partition), partition);
                    }
                })
                .onRevoked((partition, within) -> {
                    held.remove(key(id, partition));
                    noteActing(id, partition);
                    note("E", id, partition, System.nanoTime());
                })
                .start();
    }

    private static String key(String worker, Partition partition) {
        return worker + " " + partition.id();
    }

    private void note(String what, String worker, Partition partition, long nanos) {
        write(what + " " + worker + " " + partition.id() + " " + partition.token() + " " + nanos);
    }

    /** The instant is taken before the question, so that nobody is said to act for longer than it does. */
    private void noteActing(String worker, Partition partition) {
        long before = System.nanoTime();
        if (partition.session().mayAct()) {
            write("M " + worker + " " + partition.session().epoch() + " " + before);
        }
    }

    /** In the file before it returns, so that it survives a kill. */
    private synchronized void write(String line) {
        try {
            history.write(line + "\n");
            history.flush();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Says again and again which sessions may act. */
    private void probe() throws InterruptedException {
        while (true) {
            Map<String, Partition> one = new ConcurrentHashMap<>();
            held.forEach((key, partition) -> one.putIfAbsent(key.substring(0, key.indexOf(' ')), partition));
            one.forEach(this::noteActing);
            TimedWait.of(PROBE_PAUSE);
        }
    }

    private interface Connecting {
        Connection connect() throws SQLException;
    }

    private void writeEffects(Connecting database, SqlPartitionFence fence) throws InterruptedException {
        SplittableRandom chance = new SplittableRandom();
        while (true) {
            try (Connection connection = database.connect()) {
                while (true) {
                    List<Partition> all = new ArrayList<>(held.values());
                    if (!all.isEmpty()) {
                        writeEffect(connection, fence, all.get(chance.nextInt(all.size())));
                    }
                    TimedWait.of(EFFECT_PAUSE);
                }
            } catch (SQLException trouble) {
                TimedWait.of(PROBE_PAUSE);
            }
        }
    }

    private void writeEffect(Connection connection, SqlPartitionFence fence, Partition partition) throws SQLException {
        try {
            fence.inTransaction(connection, partition, open -> {
                try (PreparedStatement insert = open.prepareStatement(
                        "INSERT INTO " + EFFECTS + " (partition_id, token, process) VALUES (?, ?, ?)")) {
                    insert.setString(1, partition.id().toString());
                    insert.setLong(2, partition.token());
                    insert.setString(3, process + " " + partition.owner().worker());
                    insert.executeUpdate();
                }
            });
        } catch (BatonException refused) {
            // Its work: the partition went elsewhere in the meantime.
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
