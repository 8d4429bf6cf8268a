// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.Epoch;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong in one contest for a lease, told once while it lasts, and once when it is over. Changes nothing; part
 * of {@link LeaseRules}, and confined like them.
 */
final class LeaseAlarms {
    static final Alarm ANSWERS_AGAIN = new Alarm(Alarm.Kind.REACHABLE, "the lease store answers again");

    private final ElectionEntry entry;
    private final LeaseTerms terms;
    private final Consumer<Alarm> tell;
    /** After this, nothing that a former process of this node sent can take effect. */
    private final long formerIsSilentFrom;

    private boolean troubled;
    private boolean rowMissed;
    private Epoch toldBack = Epoch.NONE;
    private boolean looked;
    private @Nullable Namesake namesake;
    private boolean duplicated;

    /** A lease under this node's id as it was first seen, and the latest instant at which it ends if not renewed. */
    private record Namesake(LeaseToken token, long endsBy) {}

    LeaseAlarms(ElectionEntry entry, LeaseTerms terms, Consumer<Alarm> tell, long now) {
        this.entry = entry;
        this.terms = terms;
        this.tell = tell;
        this.formerIsSilentFrom = MonotonicTime.plus(now, terms.requestTimeout());
    }

    // ---- the way to the store

    void failed(Alarm.Kind kind, String why) {
        if (!troubled) {
            troubled = true;
            raise(kind, why);
        }
    }

    boolean isTroubled() {
        return troubled;
    }

    void recovered() {
        if (troubled) {
            troubled = false;
            tell.accept(ANSWERS_AGAIN);
        }
    }

    // ---- the row

    void rowMissing(Epoch known) {
        if (known.isAfter(Epoch.NONE) && !rowMissed) {
            rowMissed = true;
            wentBackTo("no row", known);
        }
        heldByNobody();
    }

    /** A store that was restored from an old copy remembers less than its nodes; they do not forget with it. */
    boolean wentBack(LeaseRow row, Epoch known) {
        rowMissed = false;
        boolean back = known.isAfter(row.epoch());
        if (back && !row.epoch().equals(toldBack)) {
            toldBack = row.epoch();
            wentBackTo("epoch " + row.epoch(), known);
        }
        return back;
    }

    private void wentBackTo(String found, Epoch known) {
        raise(
                Alarm.Kind.EPOCH_WENT_BACK,
                "the lease store has " + found + " of " + entry.election() + ", but epoch " + known
                        + " has been seen; the next epoch will be above both");
    }

    /** A lease that is over for the store and certain for its holder: the two clocks do not go alike. */
    void lapsedEarly(Validity held, long now) {
        if (MonotonicTime.isBefore(now, held.certainUntil())) {
            raise(
                    Alarm.Kind.CLOCK_JUMP,
                    "the lease store says that the lease of " + entry.election() + " is over, "
                            + Duration.ofNanos(held.certainUntil() - now).toMillis()
                            + " ms before its holder's own deadline");
        }
    }

    // ---- the node id

    /**
     * A row was read, in answer to a request sent at {@code sent}. A lease under this node's id that another process
     * holds is that of a former process, and ends by itself, or of one that lives: then it moves on.
     */
    void holder(LeaseRow row, long sent, long now) {
        boolean sameId = row.holder().id().equals(entry.self().id());
        if (!row.isLive() || !sameId || row.holder().equals(entry.self())) {
            heldByNobody();
            return;
        }
        Namesake before = namesake;
        long endsAt = sent + row.remaining().toNanos();
        if (before == null || !before.token().equals(row.token())) {
            namesake = new Namesake(row.token(), MonotonicTime.plus(now, row.remaining()));
        }
        boolean moved = before == null
                ? looked
                : !before.token().equals(row.token())
                        || MonotonicTime.isBefore(MonotonicTime.plus(before.endsBy(), terms.margin()), endsAt);
        looked = true;
        boolean lately = MonotonicTime.isBefore(MonotonicTime.plus(formerIsSilentFrom, terms.lease()), endsAt);
        if (moved && lately && !duplicated) {
            duplicated = true;
            raise(
                    Alarm.Kind.DUPLICATE_NODE_ID,
                    "another process with the id " + entry.self().id() + " (incarnation "
                            + row.holder().incarnation() + ") leads " + entry.election()
                            + ": give every process its own id");
        }
    }

    private void heldByNobody() {
        looked = true;
        namesake = null;
        if (duplicated) {
            duplicated = false;
            raise(
                    Alarm.Kind.NODE_ID_IS_UNIQUE,
                    "no other process with the id " + entry.self().id() + " leads " + entry.election());
        }
    }

    private void raise(Alarm.Kind kind, String message) {
        tell.accept(new Alarm(kind, message));
    }
}
