// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.candidate.CandidateSettings;
import dev.baton.core.NodeId;
import dev.baton.elector.Elector;
import dev.baton.runtime.Lanes;
import dev.baton.sql.dialect.TableNames;
import dev.baton.testkit.contract.Arena;
import dev.baton.testkit.contract.ElectorContract;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** What every elector promises, kept on a database; each node has a way to it of its own, which can be cut. */
abstract class SqlElectorContract extends ElectorContract {
    private final TestDatabase database;

    SqlElectorContract(TestDatabase database) {
        this.database = database;
    }

    @Override
    protected Arena newArena() {
        TableNames tables = database.newTables();
        SqlSettings settings = SqlSettings.DEFAULT.withTables(tables).withLease(Duration.ofSeconds(2));
        Map<NodeId, CuttableSource> ways = new ConcurrentHashMap<>();
        return new Arena() {
            @Override
            public Function<Lanes, Elector> elector(NodeId node) {
                CuttableSource way = ways.computeIfAbsent(node, first -> new CuttableSource(database));
                return SqlElector.on(SqlDatabase.of(way), settings);
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
