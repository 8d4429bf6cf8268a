// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import dev.baton.Baton;
import dev.baton.candidate.Candidate;
import dev.baton.candidate.CandidateEvent;
import dev.baton.candidate.CandidateSettings;
import dev.baton.candidate.LeadershipListener;
import dev.baton.core.FencedException;
import dev.baton.core.Leadership;
import dev.baton.core.NodeId;
import dev.baton.duty.Duty;
import dev.baton.lease.LeaseTerms;
import dev.baton.runtime.Lanes;
import dev.baton.testkit.memory.InMemoryLeases;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** One node of the demo: it stands in the one election, and while it leads it writes into the ledger. */
final class DemoNode {
    private static final String ELECTION = "demo";
    private static final Duration TICK = Duration.ofMillis(100);

    /** Whether the node's threads run. */
    enum Condition {
        UP,
        PAUSED,
        KILLED
    }

    /** Who is told what the node does. Called from the node's threads. */
    interface Observer {
        /** The duty starts under this leadership. */
        void began(NodeId node, Leadership leadership, long at);

        /** The leadership certainly was allowed to act at this instant. */
        void acted(Leadership leadership, long at);

        void on(NodeId node, CandidateEvent event);

        /** A write that was decided on before a pause reached the ledger after it. */
        void lateWrite(NodeId node, Leadership leadership, boolean isLeader, boolean refused);

        void fault(NodeId node, String what);
    }

    private final NodeId id;
    private final InMemoryLeases leases;
    private final Ledger ledger;
    private final Observer observer;
    private final Standstill standstill = new Standstill();
    private final AtomicReference<Lanes> lanes = new AtomicReference<>();
    private final Baton baton;
    private final Candidate candidate;
    private volatile Condition condition = Condition.UP;

    DemoNode(NodeId id, InMemoryLeases leases, LeaseTerms terms, Ledger ledger, Observer observer) {
        this.id = id;
        this.leases = leases;
        this.ledger = ledger;
        this.observer = observer;
        leases.reconnect(id);
        this.baton = Baton.node(id.value())
                .faults((what, cause) -> observer.fault(id, what))
                .start(own -> {
                    lanes.set(own);
                    return leases.elector(id.value(), terms).apply(own);
                });
        this.candidate = baton.stand(ELECTION)
                .settings(CandidateSettings.builder()
                        .checkInterval(Duration.ofSeconds(1))
                        .build())
                .duty(new Timed(Duty.every("ledger", TICK, this::tick), observer, id))
                .listener(new LeadershipListener() {
                    @Override
                    public void on(CandidateEvent event) {
                        observer.on(id, event);
                    }
                })
                .start();
    }

    NodeId id() {
        return id;
    }

    Candidate candidate() {
        return candidate;
    }

    Condition condition() {
        return condition;
    }

    /** May be caught between its decision to write and the write: that is what the fence is for. */
    private void tick(Leadership leadership) {
        if (!decidesToWrite(leadership)) {
            return;
        }
        boolean late = standstill.pass();
        boolean isLeader = candidate.isLeader();
        boolean refused = !writes(leadership);
        if (late || refused) {
            observer.lateWrite(id, leadership, isLeader, refused);
        }
    }

    private synchronized boolean decidesToWrite(Leadership leadership) {
        long now = System.nanoTime();
        if (condition == Condition.KILLED || !leadership.mayAct()) {
            return false;
        }
        if (condition == Condition.UP) {
            observer.acted(leadership, now);
        }
        return true;
    }

    /** False if the ledger refused it. The dead write nothing, which nobody can refuse. */
    private synchronized boolean writes(Leadership leadership) {
        if (condition != Condition.KILLED) {
            try {
                ledger.write(leadership);
            } catch (FencedException replaced) {
                return false;
            }
        }
        return true;
    }

    /** From here on nothing of this node acts, and the store has not heard of it. */
    synchronized void kill() {
        leases.cutOff(id);
        condition = Condition.KILLED;
        Objects.requireNonNull(lanes.get()).close();
    }

    synchronized void pause() {
        condition = Condition.PAUSED;
        standstill.begin(Objects.requireNonNull(lanes.get()));
    }

    void resume() {
        condition = Condition.UP;
        standstill.end();
    }

    /** Leaves in good order, unless it was killed. */
    void close() {
        standstill.end();
        if (condition != Condition.KILLED) {
            baton.close();
        }
    }

    /** A duty, and the instants between which it acts. */
    private static final class Timed implements Duty {
        private final Duty duty;
        private final Observer observer;
        private final NodeId node;
        private final AtomicReference<Leadership> held = new AtomicReference<>();

        Timed(Duty duty, Observer observer, NodeId node) {
            this.duty = duty;
            this.observer = observer;
            this.node = node;
        }

        @Override
        public String name() {
            return duty.name();
        }

        @Override
        public void start(Leadership leadership, Crash crash) throws Exception {
            held.set(leadership);
            observer.began(node, leadership, System.nanoTime());
            duty.start(leadership, crash);
        }

        @Override
        public void stop() throws Exception {
            duty.stop();
            Leadership ending = held.get();
            long now = System.nanoTime();
            if (ending != null && ending.mayAct()) {
                observer.acted(ending, now);
            }
        }
    }
}
