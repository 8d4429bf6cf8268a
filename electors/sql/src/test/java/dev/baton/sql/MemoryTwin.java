// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.ALICE;
import static dev.baton.sql.LeaseStoreContract.BOB;
import static dev.baton.sql.LeaseStoreContract.HOUR;
import static dev.baton.sql.LeaseStoreContract.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseClaim;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRequest.Claim;
import dev.baton.spi.lease.LeaseRequest.Read;
import dev.baton.spi.lease.LeaseRequest.Release;
import dev.baton.spi.lease.LeaseRequest.Renew;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.testkit.memory.LeaseRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Random requests, put to a store and to the slow obvious rows in memory: both must answer the same. */
final class MemoryTwin {
    private final TestDatabase database;
    private final TableNames tables;
    private final JdbcLeaseStore store;

    MemoryTwin(TestDatabase database, TableNames tables, JdbcLeaseStore store) {
        this.database = database;
        this.tables = tables;
        this.store = store;
    }

    void compare(int steps) {
        long seed = Long.getLong("baton.seed", System.nanoTime());
        try {
            compare(seed, steps);
        } catch (AssertionError differs) {
            throw new AssertionError("replay with -Dbaton.seed=" + seed + ": " + differs.getMessage(), differs);
        }
    }

    private void compare(long seed, int steps) {
        SplittableRandom random = new SplittableRandom(seed);
        LeaseRows memory = new LeaseRows();
        long now = 0;
        for (int step = 0; step < steps; step++) {
            if (random.nextInt(8) == 0) {
                database.age(tables, HOUR);
                now += HOUR.toNanos();
            }
            Map<ElectionName, LeaseRequest> oneOfEach = new LinkedHashMap<>();
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                LeaseRequest request = anyRequest(random);
                oneOfEach.put(request.election(), request);
            }
            List<LeaseRequest> batch = List.copyOf(oneOfEach.values());
            List<LeaseReply> replies = store.execute(batch);
            for (int i = 0; i < batch.size(); i++) {
                Answered expected = memory.answer(batch.get(i), now);
                assertThat(decision(row(replies.get(i))))
                        .as("step %s, %s", step, batch.get(i))
                        .isEqualTo(decision(expected.row()));
            }
        }
    }

    private static LeaseRequest anyRequest(SplittableRandom random) {
        ElectionName election = ElectionName.of("e" + random.nextInt(3));
        LeaseToken token = new LeaseToken(0, random.nextInt(1, 6));
        ElectionEntry template = random.nextBoolean() ? ALICE : BOB;
        ElectionEntry entry = new ElectionEntry(election, template.self(), template.endpoints());
        return switch (random.nextInt(8)) {
            case 0 -> new Read(election);
            case 1, 2 -> new Renew(election, token, HOUR);
            case 3 ->
                new Release(election, token, random.nextBoolean() ? Optional.empty() : Optional.of(NodeId.of("carol")));
            case 4, 5 ->
                new Claim(
                        election,
                        token,
                        new LeaseClaim(entry.self(), new Priority(10 * random.nextInt(11))),
                        HOUR.dividedBy(2));
            default ->
                new Acquire(
                        entry,
                        token,
                        Epoch.of(random.nextInt(4)),
                        HOUR,
                        random.nextInt(4) == 0
                                ? Optional.of(new LeaseToken(0, random.nextInt(1, 6)))
                                : Optional.empty(),
                        new Priority(10 * random.nextInt(11)));
        };
    }

    private static String decision(Optional<LeaseRow> row) {
        return row.map(it -> it.leader() + " " + it.endpoints() + " " + it.token() + " live " + it.isLive()
                        + " released " + it.released() + " successor " + it.successor()
                        + " priority " + it.priority() + " claim " + it.claim())
                .orElse("no row");
    }
}
