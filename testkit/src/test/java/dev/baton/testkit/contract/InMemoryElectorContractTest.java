// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import java.time.Duration;

// tag::contract[]
final class InMemoryElectorContractTest extends ElectorContract {
    @Override
    protected ClusterFixture newFixture() {
        InMemoryLeases leases = new InMemoryLeases();
        LeaseTerms terms = LeaseTerms.of(Duration.ofSeconds(2));
        return new ClusterFixture() {
            @Override
            public ElectorFactory<?> elector() {
                return leases.elector(terms);
            }

            @Override
            public void isolate(NodeId node) {
                leases.cutOff(node);
            }

            @Override
            public void rejoin(NodeId node) {
                leases.reconnect(node);
            }

            @Override
            public CandidateSettings.Builder settings() {
                return CandidateSettings.builder()
                        .windDown(Duration.ofMillis(50))
                        .checkInterval(Duration.ofMillis(200));
            }

            @Override
            public void close() {}
        };
    }
}
// end::contract[]
