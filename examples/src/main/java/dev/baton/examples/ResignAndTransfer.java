// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leader;
import dev.baton.testkit.memory.InMemoryLeases;

/** A planned hand-over: to the next candidate, and to a chosen node. */
public final class ResignAndTransfer {
    private ResignAndTransfer() {}

    public static void main(String[] arguments) {
        InMemoryLeases leases = new InMemoryLeases();
        try (Baton a = Baton.node("a").start(leases.elector());
                Baton b = Baton.node("b").start(leases.elector())) {
            Candidate ofA = a.stand("jobs").start();
            System.out.println("a leads under epoch " + ofA.whenLeading().join().epoch());
            Candidate ofB = b.stand("jobs").start();

            ofA.resign().join(); // done when a's duties are stopped and leadership is given back
            System.out.println("b leads under epoch " + ofB.whenLeading().join().epoch());

            Leader next = ofB.transferTo(a.node().id()).join(); // done when a next leader is seen
            System.out.println(next.node().id() + " leads under epoch " + next.epoch());
        }
    }
}
