// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlElectorFactory;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.Eventually;
import dev.baton.work.TaskList;
import dev.baton.work.Work;
import dev.baton.work.Worker;
import dev.baton.work.sql.SqlWorkStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Nodes in this process that share partitions on a database: each has one worker, and any of them coordinates. */
final class WorkNodes implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int LIST_SIZE = 100;

    private final CountingSource source;
    private final SqlSettings settings;
    private final boolean peers;
    private final List<Baton> nodes = new ArrayList<>();
    private final List<SqlWorkStore> stores = new ArrayList<>();
    private final List<Work> works = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final AtomicInteger acting = new AtomicInteger();

    /** @param peers whether the nodes have the peer channel */
    WorkNodes(TestDatabase database, String cluster, int count, boolean peers) {
        this.source = new CountingSource(database);
        this.settings = SqlSettings.DEFAULT.withCreateSchema().withCluster(cluster);
        this.peers = peers;
        for (int i = 0; i < count; i++) {
            start("n" + i);
        }
    }

    private void start(String id) {
        SqlElectorFactory elector = SqlElector.on(source).settings(settings);
        Baton node = Baton.node(id).start(peers ? elector.watching(PeerChannel.on(PeerSettings.defaults())) : elector);
        nodes.add(node);
        SqlWorkStore store = SqlWorkStore.on(source, settings);
        stores.add(store);
        Work work = Work.on(node, store);
        works.add(work);
        workers.add(work.worker()
                .onAssigned(partition -> acting.incrementAndGet())
                .onRevoked((partition, within) -> acting.decrementAndGet())
                .start());
    }

    /**
     * Defines task lists with so many partitions in all, lets the nodes coordinate, and waits until all partitions are
     * acted on; how long it took from the moment at which they began to coordinate.
     */
    Duration giveOut(int partitions) {
        Eventually.eventually(
                "every worker has a session",
                LIMIT,
                () -> workers.stream().allMatch(it -> it.session().isPresent()),
                () -> "not yet");
        for (int list = 0; list < partitions / LIST_SIZE; list++) {
            works.get(0).define(TaskList.of("load/list-" + list, LIST_SIZE));
        }
        long began = System.nanoTime();
        works.forEach(Work::coordinate);
        Eventually.eventually("all partitions are acted on", LIMIT, () -> acting.get() == partitions, acting::get);
        return Duration.ofNanos(System.nanoTime() - began);
    }

    CountingSource source() {
        return source;
    }

    @Override
    public void close() {
        nodes.parallelStream().forEach(Baton::close);
        stores.forEach(SqlWorkStore::close);
    }
}
