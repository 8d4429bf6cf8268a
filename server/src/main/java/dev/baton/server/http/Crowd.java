// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.core.Instants;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Who is connected, and who is to be cut off: whoever has not said in time what it wants, and where there are too many,
 * whoever has waited longest without saying it. A request that is whole is never cut, so streams live, and a caller that
 * asks at once gets its answer however many others dawdle. Pure but for what it remembers. Any thread.
 *
 * @param <C> a connection
 */
final class Crowd<C> {
    private final CrowdLimits limits;
    /** In the order in which they began to wait. */
    private final Map<C, Guest> guests = new LinkedHashMap<>();

    /** @param due until when the next request has to be whole; empty while one is answered */
    private record Guest(String address, Optional<Long> due) {
        boolean isLate(long now) {
            return due.filter(it -> !Instants.isBefore(now, it)).isPresent();
        }
    }

    Crowd(CrowdLimits limits) {
        this.limits = limits;
    }

    /** Somebody came; tells who has to go for it, which may be itself. */
    synchronized Optional<C> opened(C connection, String address, long now) {
        guests.put(connection, new Guest(address, Optional.of(Instants.plus(now, limits.request()))));
        Predicate<Guest> neighbour = it -> it.address().equals(address);
        Optional<C> leaving = guests.values().stream().filter(neighbour).count() > limits.perAddress()
                ? longestWaiting(neighbour)
                : guests.size() > limits.connections() ? longestWaiting(it -> true) : Optional.empty();
        leaving.ifPresent(guests::remove);
        return leaving;
    }

    private Optional<C> longestWaiting(Predicate<Guest> those) {
        return guests.entrySet().stream()
                .filter(it -> it.getValue().due().isPresent() && those.test(it.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** A request is whole, and answered from now on. */
    synchronized void asked(C connection) {
        guests.computeIfPresent(connection, (it, guest) -> new Guest(guest.address(), Optional.empty()));
    }

    /** A request is answered; another one may come. */
    synchronized void answered(C connection, long now) {
        Guest guest = guests.remove(connection);
        if (guest != null) {
            long due = Instants.plus(now, limits.quiet().plus(limits.request()));
            guests.put(connection, new Guest(guest.address(), Optional.of(due)));
        }
    }

    synchronized void closed(C connection) {
        guests.remove(connection);
    }

    /** Those whose time is over; they are forgotten here. */
    synchronized List<C> late(long now) {
        List<C> late = new ArrayList<>();
        guests.forEach((connection, guest) -> {
            if (guest.isLate(now)) {
                late.add(connection);
            }
        });
        late.forEach(guests::remove);
        return late;
    }
}
