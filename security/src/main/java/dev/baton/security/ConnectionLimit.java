// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which connections are to be closed: those that have not sent a whole request in time and, where there are too many in
 * all or from one address, the one that has waited longest without sending it. One whose request is being answered is
 * never closed, so streams live, and a caller that asks at once gets its answer however many others do not. Any thread.
 *
 * @param <C> a connection
 */
public final class ConnectionLimit<C> {
    private final Limits limits;
    /** In the order in which they began to wait. */
    private final Map<C, Waiting> waiting = new LinkedHashMap<>();
    /** Those that are answered, with their addresses. */
    private final Map<C, String> busy = new HashMap<>();

    private final Map<String, Integer> byAddress = new HashMap<>();

    /**
     * How many connections there may be, and how long they may take to ask for something.
     *
     * @param connections at a time
     * @param perAddress of these, from one address
     * @param request from when a connection is open until its first request is whole
     * @param quiet how long a connection may be silent after an answer; the next request is whole {@code request} later
     */
    public record Limits(int connections, int perAddress, Duration request, Duration quiet) {}

    /** @param due until when the next request has to be whole */
    private record Waiting(String address, long due) {}

    public ConnectionLimit(Limits limits) {
        this.limits = limits;
    }

    /** How many there are. */
    public synchronized int open() {
        return waiting.size() + busy.size();
    }

    /** A connection was opened; tells which one has to be closed for it, which may be itself. */
    public synchronized Optional<C> opened(C connection, String address, long now) {
        waiting.put(connection, new Waiting(address, MonotonicTime.plus(now, limits.request())));
        int fromThere = byAddress.merge(address, 1, Integer::sum);
        Optional<C> leaving = Optional.empty();
        if (fromThere > limits.perAddress()) {
            leaving = waiting.entrySet().stream()
                    .filter(it -> it.getValue().address().equals(address))
                    .map(Map.Entry::getKey)
                    .findFirst();
        } else if (open() > limits.connections()) {
            leaving = waiting.keySet().stream().findFirst();
        }
        leaving.ifPresent(this::closed);
        return leaving;
    }

    /** A request is whole, and answered from now on. */
    public synchronized void asked(C connection) {
        Waiting asking = waiting.remove(connection);
        if (asking != null) {
            busy.put(connection, asking.address());
        }
    }

    /** A request is answered; another one may come. */
    public synchronized void answered(C connection, long now) {
        asked(connection);
        String address = busy.remove(connection);
        if (address != null) {
            waiting.put(
                    connection,
                    new Waiting(address, MonotonicTime.plus(now, limits.quiet().plus(limits.request()))));
        }
    }

    public synchronized void closed(C connection) {
        asked(connection);
        String address = busy.remove(connection);
        if (address != null) {
            byAddress.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Those whose time is over; they are forgotten here. */
    public synchronized List<C> late(long now) {
        List<C> late = new ArrayList<>();
        waiting.forEach((connection, it) -> {
            if (!MonotonicTime.isBefore(now, it.due())) {
                late.add(connection);
            }
        });
        late.forEach(this::closed);
        return late;
    }
}
