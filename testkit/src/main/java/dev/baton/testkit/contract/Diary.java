// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.candidate.CandidateEvent;
import dev.baton.candidate.LeadershipListener;
import dev.baton.core.Epoch;
import dev.baton.core.Leadership;
import dev.baton.core.LossReason;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything that one candidate told its listeners, in order. */
final class Diary implements LeadershipListener {
    /** A call of a listener, with the instant at which it came. */
    record Call(String what, Epoch epoch) {}

    /** An event, with the instant at which it came. */
    record Seen(CandidateEvent event, long at) {}

    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final List<Seen> events = new CopyOnWriteArrayList<>();

    @Override
    public void elected(Leadership won) {
        calls.add(new Call("elected", won.epoch()));
    }

    @Override
    public void revoked(Epoch lost, LossReason why) {
        calls.add(new Call("revoked", lost));
    }

    @Override
    public void on(CandidateEvent event) {
        events.add(new Seen(event, System.nanoTime()));
    }

    List<Call> calls() {
        return calls;
    }

    /** The events of one kind, in order. */
    <E extends CandidateEvent> List<E> events(Class<E> kind) {
        return events.stream()
                .map(Seen::event)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** When the last event of a kind came. */
    long lastAt(Class<? extends CandidateEvent> kind) {
        return events.stream()
                .filter(seen -> kind.isInstance(seen.event()))
                .mapToLong(Seen::at)
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    @Override
    public String toString() {
        return calls.toString();
    }
}
