// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** One node of a fixture, standing in one election. */
final class TestNode implements AutoCloseable {
    private final Baton baton;
    private final Candidate candidate;
    private final EventRecorder recorder = new EventRecorder();
    private final Queue<AssertionError> faults = new ConcurrentLinkedQueue<>();

    TestNode(
            ClusterFixture fixture,
            String id,
            String election,
            UnaryOperator<CandidateSettings.Builder> settings,
            Duty... duties) {
        this.baton = Baton.node(id)
                .faults((what, cause) -> faults.add(new AssertionError(what, cause)))
                .start(fixture.elector());
        Baton.CandidateBuilder standing = baton.stand(election)
                .settings(settings.apply(fixture.settings()).build())
                .listener(recorder);
        for (Duty duty : duties) {
            standing.duty(duty);
        }
        this.candidate = standing.start();
    }

    /** Each of them would have ended the process. */
    Queue<AssertionError> faults() {
        return faults;
    }

    Baton baton() {
        return baton;
    }

    Candidate candidate() {
        return candidate;
    }

    EventRecorder recorder() {
        return recorder;
    }

    NodeId id() {
        return candidate.node().id();
    }

    boolean leads() {
        return candidate.isLeader();
    }

    Epoch epoch() {
        return candidate.requireLeadership().epoch();
    }

    @Override
    public void close() {
        baton.close();
    }

    @Override
    public String toString() {
        return id() + " " + candidate.status();
    }
}
