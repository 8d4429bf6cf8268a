// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.sql.JdbcLeaseStore;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A process that takes and gives back a lease in an H2 file as fast as it can, and says each epoch it was granted. */
final class H2Grants {
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final Duration LEASE = Duration.ofMinutes(10);

    private H2Grants() {}

    public static void main(String[] arguments) {
        SplittableRandom chance = new SplittableRandom(new SecureRandom().nextLong());
        ElectionEntry entry =
                new ElectionEntry(ORDERS, new Node(NodeId.of("a"), new Incarnation(chance.nextLong())), Endpoints.NONE);
        SqlSettings settings = SqlSettings.DEFAULT.withCreateSchema().withLease(LEASE);
        try (JdbcLeaseStore store = new JdbcLeaseStore(
                SqlDatabase.at(arguments[0], "sa", () -> ""), settings, System::nanoTime, chance.split())) {
            store.start();
            Optional<LeaseToken> before = Optional.empty();
            while (!Thread.currentThread().isInterrupted()) {
                LeaseToken token = LeaseToken.random(chance);
                LeaseReply reply = store.execute(
                                List.of(new LeaseRequest.Acquire(entry, token, Epoch.NONE, LEASE, before)))
                        .get(0);
                if (reply instanceof LeaseReply.Answered answered
                        && answered.row()
                                .filter(row -> row.token().equals(token))
                                .isPresent()) {
                    System.out.println("granted " + answered.row().orElseThrow().epoch());
                } else {
                    // The lease of the process that was killed: it is known to be gone.
                    System.out.println("refused " + reply);
                }
                before = reply instanceof LeaseReply.Answered answered
                        ? answered.row().map(row -> row.token())
                        : Optional.empty();
            }
        }
    }
}
