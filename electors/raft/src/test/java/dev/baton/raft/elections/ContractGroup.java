// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.raft.group.GroupClient;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.RaftMember;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.contract.ClusterFixture;
import dev.baton.testkit.lab.FreePorts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Three real members in this process, for all tests of a contract: each test has elections of its own, since a group
 * replicates any number of parts.
 */
final class ContractGroup implements AutoCloseable {
    private static final int PARTS = 64;
    private static final LeaseTerms TERMS = LeaseTerms.of(Duration.ofSeconds(2));
    private static final Guarantee GUARANTEE = new Guarantee(
            Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, "three members in one process");

    private final List<MemberAddress> addresses = new ArrayList<>();
    private final List<RaftMember> members = new ArrayList<>();
    private final List<List<ElectionsPart>> parts = new ArrayList<>();
    private final AtomicInteger used = new AtomicInteger();

    ContractGroup(Path folder) {
        for (int i = 1; i <= 3; i++) {
            addresses.add(MemberAddress.of("m" + i, "127.0.0.1", FreePorts.take()));
        }
        for (MemberAddress self : addresses) {
            List<ElectionsPart> own = new ArrayList<>();
            List<ReplicatedPart> named = new ArrayList<>();
            for (int i = 0; i < PARTS; i++) {
                ElectionsPart part = new ElectionsPart(System::nanoTime);
                own.add(part);
                named.add(new Renamed(name(i), part));
            }
            parts.add(own);
            members.add(RaftMember.start(
                    MemberSettings.bootstrap(self, folder.resolve(self.node().value()), addresses),
                    named,
                    (what, cause) -> {}));
        }
    }

    private static String name(int number) {
        return ElectionsPart.NAME + number;
    }

    List<String> addresses() {
        return addresses.stream().map(it -> it.host() + ":" + it.port()).toList();
    }

    /** Nodes that share this process with a member, of which each has the copy of the rows. */
    ClusterFixture ofMembers() {
        int number = used.getAndIncrement();
        AtomicInteger next = new AtomicInteger();
        return new Cuttable(number, context -> {
            int member = next.getAndIncrement() % members.size();
            return new Way(
                    members.get(member).client(), Optional.of(parts.get(member).get(number)));
        });
    }

    /** Nodes that only know addresses. */
    ClusterFixture ofClients(Function<List<String>, GroupClient> connect) {
        return new Cuttable(used.getAndIncrement(), context -> new Way(connect.apply(addresses()), Optional.empty()));
    }

    @Override
    public void close() {
        members.forEach(RaftMember::close);
    }

    private record Way(GroupClient client, Optional<ElectionsPart> local) {}

    private static final class Cuttable implements ClusterFixture {
        private final int number;
        private final Function<ElectorContext, Way> ways;
        private final Set<NodeId> isolated = ConcurrentHashMap.newKeySet();
        private final List<GroupClient> opened = new ArrayList<>();

        Cuttable(int number, Function<ElectorContext, Way> ways) {
            this.number = number;
            this.ways = ways;
        }

        @Override
        public ElectorFactory<LeaseElector> elector() {
            return context -> {
                Way way = ways.apply(context);
                if (way.local().isEmpty()) {
                    opened.add(way.client());
                }
                GroupClient client =
                        new CuttableClient(way.client(), context.node().id());
                return new LeaseElector(
                        new RaftLeaseLink(client, way.local(), TERMS, context.lanes()),
                        TERMS,
                        GUARANTEE,
                        context.lanes(),
                        new SecureRandom());
            };
        }

        @Override
        public void isolate(NodeId node) {
            isolated.add(node);
        }

        @Override
        public void rejoin(NodeId node) {
            isolated.remove(node);
        }

        @Override
        public CandidateSettings.Builder settings() {
            return CandidateSettings.builder().windDown(Duration.ofMillis(50)).checkInterval(Duration.ofMillis(200));
        }

        @Override
        public void close() {
            opened.forEach(GroupClient::close);
        }

        private final class CuttableClient implements GroupClient {
            private final GroupClient client;
            private final NodeId node;

            CuttableClient(GroupClient client, NodeId node) {
                this.client = client;
                this.node = node;
            }

            /** A node that is cut off gets no answer, also to what it asked before. */
            @Override
            public CompletableFuture<byte[]> call(String part, byte[] request, Duration within) {
                CompletableFuture<byte[]> answer = new CompletableFuture<>();
                if (!isolated.contains(node)) {
                    CompletableFuture<byte[]> unused = client.call(name(number), request, within)
                            .whenComplete((reply, failed) -> {
                                if (isolated.contains(node)) {
                                    return;
                                }
                                if (failed == null) {
                                    answer.complete(reply);
                                } else {
                                    answer.completeExceptionally(failed);
                                }
                            });
                }
                return answer.orTimeout(within.toMillis(), TimeUnit.MILLISECONDS);
            }

            @Override
            public void close() {}
        }
    }

    private record Renamed(String name, ElectionsPart part) implements ReplicatedPart {
        @Override
        public byte[] apply(long index, byte[] entry) {
            return part.apply(index, entry);
        }

        @Override
        public void snapshot(DataOutput out) throws IOException {
            part.snapshot(out);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            part.restore(in);
        }

        @Override
        public PartLeader lead(GroupLeadership leadership) {
            return part.lead(leadership);
        }
    }
}
