// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.CandidateEvent;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.LossReason;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything that one candidate told its listeners, in order. */
final class EventRecorder implements LeadershipListener {
    /** A call of a listener. */
    record Call(String what, Epoch epoch) {}

    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final List<CandidateEvent> events = new CopyOnWriteArrayList<>();

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
        events.add(event);
    }

    List<Call> calls() {
        return calls;
    }

    /** The events of one kind, in order. */
    <E extends CandidateEvent> List<E> events(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Override
    public String toString() {
        return calls.toString();
    }
}
