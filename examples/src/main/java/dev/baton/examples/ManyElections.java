// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.testkit.memory.InMemoryLeases;
import java.util.List;
import java.util.stream.IntStream;

/** One node stands in any number of elections; all of them share a few threads and one way to the store. */
public final class ManyElections {
    private ManyElections() {}

    public static void main(String[] arguments) {
        InMemoryLeases leases = new InMemoryLeases();
        try (Baton baton = Baton.node("node-1").start(leases.elector())) {
            List<Candidate> shards = IntStream.range(0, 1_000)
                    .mapToObj(shard -> baton.stand("shard-" + shard).start())
                    .toList();

            shards.forEach(shard -> shard.whenLeading().join());
            long led = shards.stream().filter(Candidate::isLeader).count();
            System.out.println("leads " + led + " elections");
        }
    }
}
