// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

import dev.baton.Epoch;
import dev.baton.work.SessionStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The elections, as an elector on leases decides them: what its simulation in the testkit shows is taken for granted. */
final class Leases {
    static final Duration LEASE = Duration.ofSeconds(5);
    static final Duration MARGIN = Duration.ofMillis(500);
    static final Duration RENEW = Duration.ofMillis(1500);

    private final Map<String, Row> rows = new HashMap<>();

    /** One lease: who holds it, and until when by the clock of the store. */
    private static final class Row {
        String holder = "";
        long epoch;
        long until;
    }

    private Row row(String election) {
        return rows.computeIfAbsent(election, it -> new Row());
    }

    /** A new epoch, if nobody holds the lease, or its holder is proven gone. Also a holder does not get it twice. */
    Optional<Epoch> acquire(String election, String holder, boolean formerIsGone, long now) {
        Row row = row(election);
        if (now < row.until && !formerIsGone) {
            return Optional.empty();
        }
        row.epoch++;
        row.holder = holder;
        row.until = now + LEASE.toNanos();
        return Optional.of(Epoch.of(row.epoch));
    }

    boolean renew(String election, String holder, Epoch epoch, long now) {
        Row row = row(election);
        if (!row.holder.equals(holder) || row.epoch != epoch.value() || now >= row.until) {
            return false;
        }
        row.until = now + LEASE.toNanos();
        return true;
    }

    void release(String election, String holder, Epoch epoch, long now) {
        Row row = row(election);
        if (row.holder.equals(holder) && row.epoch == epoch.value()) {
            row.until = Math.min(row.until, now);
        }
    }

    String holder(String election) {
        return row(election).holder;
    }

    SessionStatus status(String election, long now) {
        Row row = row(election);
        Epoch epoch = Epoch.of(row.epoch);
        return new SessionStatus(epoch, now < row.until ? Optional.of(epoch) : Optional.empty());
    }
}
