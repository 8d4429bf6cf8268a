// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.InMemoryFence;
import dev.baton.standalone.StandaloneElector;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** One node, one election, one duty. On another elector the same lines run on exactly one node of many. */
public final class RunOnOneNode {
    private RunOnOneNode() {}

    public static void main(String[] arguments) throws InterruptedException {
        InMemoryFence fence = new InMemoryFence();
        CountDownLatch written = new CountDownLatch(1);
        // tag::embed[]
        try (Baton baton = Baton.node("node-1").start(StandaloneElector.inMemory())) {
            Candidate reports = baton.stand("reports")
                    .duty(Duty.every("hourly", Duration.ofHours(1), leadership -> {
                        fence.pass(leadership); // a leader that was replaced is refused here
                        System.out.println("report under epoch " + leadership.epoch());
                        written.countDown();
                    }))
                    .start();

            written.await();
            System.out.println("leads: " + reports.isLeader()); // computed from the clock on every call
        } // the duty is stopped, and seen to be stopped, before leadership is given back
        // end::embed[]
    }
}
