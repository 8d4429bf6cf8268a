// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.LeadershipListener;
import dev.baton.Node;
import dev.baton.spi.Alarm;
import dev.baton.spi.Elector;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lanes;
import dev.baton.spi.lease.HolderWatch;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thousand elections on three nodes of one process, with the default timings, on a real PostgreSQL. */
class ManyElectionsIT {
    private static final int ELECTIONS = 1_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final TestDatabase database = Servers.postgres();
    private final TableNames tables = database.newTables();
    private final List<Baton> nodes = new ArrayList<>();
    private final List<ProvenDeath> watches = new ArrayList<>();
    private final Queue<Alarm> alarms = new ConcurrentLinkedQueue<>();

    /** A watch that is told who is dead. */
    private static final class ProvenDeath implements HolderWatch {
        private Listener listener;

        @Override
        public void start(Listener told) {
            listener = told;
        }

        void of(Node dead) {
            listener.gone(dead);
        }
    }

    @AfterEach
    void close() {
        nodes.parallelStream().forEach(Baton::close);
    }

    private void startOn(SqlDatabase way) {
        ProvenDeath watch = new ProvenDeath();
        watches.add(watch);
        nodes.add(Baton.node("n" + nodes.size()).start(context -> elector(way, context.lanes(), watch)));
    }

    private Elector elector(SqlDatabase way, Lanes lanes, HolderWatch watch) {
        SqlSettings settings = SqlSettings.DEFAULT.withTables(tables);
        JdbcLeaseStore store = new JdbcLeaseStore(way, settings, lanes.ticker(), new SplittableRandom());
        store.start();
        Guarantee guarantee =
                new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, "sql, watched");
        return new LeaseElector(store.link(false), settings.terms(), guarantee, lanes, new SplittableRandom(), watch);
    }

    private List<Candidate> standInAll(Baton node) {
        List<Candidate> all = new ArrayList<>();
        for (int i = 0; i < ELECTIONS; i++) {
            all.add(node.stand("election-" + i)
                    .listener(new LeadershipListener() {
                        @Override
                        public void on(CandidateEvent event) {
                            if (event instanceof CandidateEvent.AlarmRaised raised) {
                                alarms.add(raised.alarm());
                            }
                        }
                    })
                    .start());
        }
        return all;
    }

    @Test
    void threeThousandCandidatesMayStartAtOnce() {
        for (int i = 0; i < 3; i++) {
            startOn(database.database());
        }

        List<List<Candidate>> candidates =
                nodes.parallelStream().map(this::standInAll).toList();

        Eventually.eventually(
                "each election has one leader, and all know it",
                LIMIT,
                () -> leaders(candidates) == ELECTIONS
                        && candidates.stream()
                                .allMatch(all ->
                                        all.stream().allMatch(it -> it.leader().isPresent())),
                () -> leaders(candidates));
        assertThat(alarms).isEmpty();
    }

    @Test
    void theElectionsOfADeadNodeAreTakenOverLongBeforeTheirLeasesEnd() {
        CuttableSource way = new CuttableSource(database);
        startOn(SqlDatabase.of(way));
        List<Candidate> first = standInAll(nodes.get(0));
        Eventually.eventually(
                "the first node leads all",
                LIMIT,
                () -> leaders(List.of(first)) == ELECTIONS,
                () -> leaders(List.of(first)));
        startOn(database.database());
        startOn(database.database());
        List<List<Candidate>> others =
                nodes.subList(1, 3).stream().map(this::standInAll).toList();
        Node dead = nodes.get(0).node();
        Eventually.eventually(
                "the others know it",
                LIMIT,
                () -> others.stream()
                        .flatMap(List::stream)
                        .allMatch(it -> it.leader()
                                .filter(leader -> leader.node().equals(dead))
                                .isPresent()),
                () -> "not yet");
        way.cut();

        long start = System.nanoTime();
        watches.subList(1, 3).forEach(watch -> watch.of(dead));
        Eventually.eventually("the others lead all", LIMIT, () -> leaders(others) == ELECTIONS, () -> leaders(others));
        Duration took = Duration.ofNanos(System.nanoTime() - start);

        // docs/benchmarks.md says how long it takes on a quiet machine.
        assertThat(took).isLessThan(SqlSettings.DEFAULT.terms().lease().dividedBy(2));
    }

    private static long leaders(List<List<Candidate>> candidates) {
        return candidates.stream()
                .flatMap(List::stream)
                .filter(Candidate::isLeader)
                .count();
    }
}
