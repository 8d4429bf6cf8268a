// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import java.util.HashMap;
import java.util.Map;

/**
 * What the members of groups take of the memory of their coordinator: what they sent when they joined stays there while they
 * are heard from, and for a session after that. The coordinator does not tell when it forgets a member, so this counts the
 * sessions itself. Any thread.
 */
final class MemberPlaces {
    /** What a member takes, however little it sends. */
    static final int MEMBER_BYTES = 2_048;

    private static final long SWEEP_NANOS = 1_000_000_000L;

    private final long limit;
    private final Map<Member, Place> places = new HashMap<>();
    private long taken;
    private long swept;
    private boolean sweptOnce;

    /** A member of a group; one that has no id yet is known by something of its own. */
    record Member(String group, Object id) {}

    private static final class Place {
        private final long session;
        private long bytes;
        private long until;
        /** A member is not forgotten while an answer to it is on its way. */
        private boolean waiting = true;

        Place(long bytes, long session) {
            this.bytes = bytes;
            this.session = session;
        }
    }

    /** @param limit of what all of them take, in bytes */
    MemberPlaces(long limit) {
        this.limit = limit;
    }

    /**
     * Takes a place for a member that joins, in place of the one that it has, if any. It keeps it until it is
     * {@link #settled}, and for its session after that.
     *
     * @param bytes that it sent
     * @return whether there is room
     */
    synchronized boolean take(Member member, long bytes, long sessionNanos, long now) {
        // A sweep leaves the place alone that it has.
        heard(member, now);
        long wanted = MEMBER_BYTES + bytes;
        Place before = places.get(member);
        long more = wanted - (before == null ? 0 : before.bytes);
        if (more > 0 && !fits(more, now)) {
            return false;
        }
        free(member);
        places.put(member, new Place(wanted, sessionNanos));
        taken += wanted;
        return true;
    }

    /** Adds to what a member takes that has joined: what it says who reads what. */
    synchronized boolean add(Member member, long bytes, long sessionNanos, long now) {
        Place place = places.get(member);
        if (place == null) {
            // One that joined at another coordinator.
            boolean fits = take(member, bytes, sessionNanos, now);
            settled(member, member, now);
            return fits;
        }
        heard(member, now);
        if (!fits(bytes, now)) {
            return false;
        }
        place.bytes += bytes;
        taken += bytes;
        return true;
    }

    /** A join was answered: from now on the member is known as this. */
    synchronized void settled(Member joining, Member member, long now) {
        Place place = places.remove(joining);
        if (place != null) {
            free(member);
            place.waiting = false;
            place.until = now + place.session;
            places.put(member, place);
        }
    }

    /** A member says that it is there. */
    synchronized void heard(Member member, long now) {
        Place place = places.get(member);
        if (place != null && !place.waiting) {
            place.until = now + place.session;
        }
    }

    /** It left, or was not let in. */
    synchronized void free(Member member) {
        Place place = places.remove(member);
        if (place != null) {
            taken -= place.bytes;
        }
    }

    synchronized long taken() {
        return taken;
    }

    private boolean fits(long more, long now) {
        if (taken + more > limit && (!sweptOnce || now - swept >= SWEEP_NANOS)) {
            sweptOnce = true;
            swept = now;
            places.values().removeIf(place -> {
                boolean over = !place.waiting && now - place.until >= 0;
                taken -= over ? place.bytes : 0;
                return over;
            });
        }
        return taken + more <= limit;
    }
}
