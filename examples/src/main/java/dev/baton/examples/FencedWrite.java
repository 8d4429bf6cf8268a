// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.FencedException;
import dev.baton.InMemoryFence;
import dev.baton.Leadership;
import dev.baton.testkit.memory.InMemoryLeases;

/** A write presents the epoch it is made under; a resource that has seen a higher one refuses it. */
public final class FencedWrite {
    private FencedWrite() {}

    public static void main(String[] arguments) {
        InMemoryLeases leases = new InMemoryLeases();
        InMemoryFence ledger = new InMemoryFence();
        try (Baton one = Baton.node("one").start(leases.elector());
                Baton two = Baton.node("two").start(leases.elector())) {
            Candidate first = one.stand("ledger").start();
            Leadership old = first.whenLeading().join();
            ledger.pass(old);
            System.out.println("epoch " + old.epoch() + " may write");

            Candidate second = two.stand("ledger").start();
            first.resign().join();
            Leadership current = second.whenLeading().join();
            ledger.pass(current);
            System.out.println("epoch " + current.epoch() + " may write");

            ledger.pass(old);
        } catch (FencedException refused) {
            System.out.println("refused: " + refused.getMessage());
        }
    }
}
