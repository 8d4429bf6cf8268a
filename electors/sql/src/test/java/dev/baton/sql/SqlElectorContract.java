// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.spi.ElectorFactory;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.contract.ClusterFixture;
import dev.baton.testkit.contract.ElectorContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What every elector promises, kept on a database; each node has a way to it of its own, which can be cut. */
abstract class SqlElectorContract extends ElectorContract {
    private static final int ELECTIONS = 66;

    private final TestDatabase database;

    SqlElectorContract(TestDatabase database) {
        this.database = database;
    }

    /** The node that starts first gets them all, and gives away those that others are preferred for. */
    @Test
    void electionsSpreadThemselvesByPriority() {
        TableNames tables = database.newTables();
        List<Baton> nodes = new ArrayList<>();
        List<List<Candidate>> candidates = new ArrayList<>();
        try {
            for (int node = 0; node < 3; node++) {
                Baton baton = Baton.node("n" + node)
                        .start(SqlElector.on(database.database())
                                .settings(SqlSettings.DEFAULT.withTables(tables).withLease(Duration.ofSeconds(3))));
                nodes.add(baton);
                candidates.add(standInAll(baton, node));
                if (node == 0) {
                    eventuallyLeads(
                            "the first node leads all",
                            () -> candidates.get(0).stream().allMatch(Candidate::isLeader));
                }
            }

            eventuallyLeads("every node leads what it is preferred for", () -> {
                for (int i = 0; i < ELECTIONS; i++) {
                    if (!candidates.get(i % 3).get(i).isLeader()) {
                        return false;
                    }
                }
                return true;
            });
        } finally {
            nodes.forEach(Baton::close);
        }
    }

    private static List<Candidate> standInAll(Baton baton, int node) {
        List<Candidate> all = new ArrayList<>();
        for (int i = 0; i < ELECTIONS; i++) {
            CandidateSettings.Builder settings = CandidateSettings.builder()
                    .priority(i % 3 == node ? 90 : 50)
                    .priorityStep(Duration.ofMillis(1))
                    .minimumHold(Duration.ofMillis(500));
            all.add(baton.stand("election-" + i).settings(settings.build()).start());
        }
        return all;
    }

    private void eventuallyLeads(String fact, BooleanSupplier holds) {
        Eventually.eventually(fact, PATIENCE.multipliedBy(3), holds, () -> database);
    }

    @Override
    protected ClusterFixture newFixture() {
        TableNames tables = database.newTables();
        SqlSettings settings = SqlSettings.DEFAULT.withTables(tables).withLease(Duration.ofSeconds(2));
        Map<NodeId, CuttableSource> ways = new ConcurrentHashMap<>();
        return new ClusterFixture() {
            @Override
            public ElectorFactory<?> elector() {
                return context -> {
                    CuttableSource way =
                            ways.computeIfAbsent(context.node().id(), first -> new CuttableSource(database));
                    return SqlElector.on(way).settings(settings).start(context);
                };
            }

            @Override
            public void isolate(NodeId node) {
                ways.get(node).cut();
            }

            @Override
            public void rejoin(NodeId node) {
                ways.get(node).rejoin();
            }

            @Override
            public CandidateSettings.Builder settings() {
                return CandidateSettings.builder()
                        .windDown(Duration.ofMillis(50))
                        .checkInterval(Duration.ofMillis(200));
            }

            @Override
            public void close() {}
        };
    }
}
