// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.benchmarks.peers.CandidateProcess;
import dev.baton.bully.Address;
import dev.baton.bully.BullyConfiguration;
import dev.baton.bully.BullyElector;
import dev.baton.bully.Credentials;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.raft.RaftElector;
import dev.baton.raft.RaftElectorFactory;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.registry.RegistryConfiguration;
import dev.baton.registry.RegistryElector;
import dev.baton.registry.RegistrySettings;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlElectorFactory;
import dev.baton.sql.SqlSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Baton, as the candidates of its peers are. It acts when its duty is started. */
final class BatonCandidate {
    private final CandidateProcess process;
    private final Path folder;
    private final List<Candidate> candidates = new ArrayList<>();

    private BatonCandidate(CandidateProcess process) {
        this.process = process;
        this.folder = Path.of(process.text("folder"));
    }

    public static void main(String[] arguments) throws IOException {
        new BatonCandidate(new CandidateProcess(arguments)).run();
    }

    private void run() throws IOException {
        Baton baton = Baton.node(process.text("node")).start(elector());
        for (int election = 0; election < process.elections(); election++) {
            candidates.add(baton.stand("election-" + election)
                    .duty(new Acting(election))
                    .start());
        }
        process.run(election -> candidates.get(election).isLeader(), () -> {
            CompletableFuture<Void> unused = candidates.get(0).resign();
        });
    }

    private ElectorFactory<?> elector() throws IOException {
        return switch (process.text("elector")) {
            case "sql" -> sql();
            case "registry" -> registry();
            case "bully" -> bully();
            case "raft" -> raft();
            default -> throw new IllegalArgumentException(process.text("elector"));
        };
    }

    private SqlElectorFactory sql() throws IOException {
        String password = Files.readString(Path.of(process.text("passwordFile")));
        SqlElectorFactory elector = SqlElector.on(process.text("url"), process.text("user"), () -> password)
                .settings(lease().map(SqlSettings.DEFAULT::withLease).orElse(SqlSettings.DEFAULT));
        return channel() ? elector.watching(PeerChannel.on(PeerSettings.defaults())) : elector;
    }

    private ElectorFactory<?> registry() {
        return RegistryElector.with(RegistryConfiguration.of("peers", folder.resolve("state"))
                .settings(RegistrySettings.majorityOf(hosts().size()))
                .bind("127.0.0.1", process.number("port"))
                .hosts(hosts())
                .key("a secret that all nodes share")
                .build());
    }

    private ElectorFactory<?> bully() {
        BullyConfiguration.Builder node = BullyConfiguration.of(new Credentials("peers", "shared-password"), folder)
                .listen("127.0.0.1", process.number("port"));
        // The first process forms the cluster, and the others join it.
        List<Address> others = hosts().stream()
                .filter(it -> !it.endsWith(":" + process.number("port")))
                .map(Address::parse)
                .toList();
        boolean first = hosts().get(0).endsWith(":" + process.number("port"));
        return BullyElector.with((first ? node.form() : node.join(others)).build());
    }

    private RaftElectorFactory raft() throws IOException {
        List<MemberAddress> members = new ArrayList<>();
        for (String host : hosts()) {
            String[] words = host.split(":", -1);
            members.add(MemberAddress.of("n" + (members.size() + 1), words[0], Integer.parseInt(words[1])));
        }
        MemberAddress self = members.stream()
                .filter(it -> it.node().value().equals(process.text("node")))
                .findFirst()
                .orElseThrow();
        RaftElectorFactory usual = RaftElector.member(MemberSettings.bootstrap(self, folder.resolve("raft"), members));
        RaftElectorFactory elector =
                lease().map(LeaseTerms::of).map(usual::terms).orElse(usual);
        Path locks = Files.createDirectories(folder.resolveSibling("locks"));
        return channel()
                ? elector.watching(
                        PeerChannel.on(PeerSettings.builder().lockFolder(locks).build()))
                : elector;
    }

    private List<String> hosts() {
        return Stream.of(process.text("hosts").split(",", -1)).toList();
    }

    /** The one that it is told to have in place of the usual one. */
    private Optional<Duration> lease() {
        return Optional.of(Duration.ofMillis(process.number("lease"))).filter(it -> !it.isZero());
    }

    private boolean channel() {
        return Boolean.parseBoolean(process.text("channel"));
    }

    /** A duty that only says when it is started and stopped. */
    private final class Acting implements Duty {
        private final int election;

        Acting(int election) {
            this.election = election;
        }

        @Override
        public String name() {
            return "acting";
        }

        @Override
        public void start(Leadership leadership, Crash crash) {
            process.acts(election);
        }

        @Override
        public void stop() {
            process.stopped(election);
        }
    }
}
