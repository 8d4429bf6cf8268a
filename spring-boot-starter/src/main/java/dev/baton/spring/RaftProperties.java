// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.raft.RaftElector;
import dev.baton.raft.RaftElectorFactory;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.MemberTls;
import dev.baton.security.TlsFiles;
import dev.baton.spi.lease.LeaseTerms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Elections on a Raft group, with baton.elector=raft.
 *
 * @param bootstrap NODE=host:port of all first members of a new group, this one included; the same on each of them
 * @param join host:port of some members, for a node that joins them
 * @param connect host:port of some members, for a node that elects on the group without being a member
 * @param bind host:port by which other members reach this one
 * @param stateFolder keeps the log of a member, on a disk that survives a restart; by default baton-raft-NODE
 * @param maxVoters 1, 3, 5 or 7; further members follow without a vote
 * @param voterGoneAfter how long a voter may be silent before another member replaces it as voter
 * @param lease how long to wait for a leader that is not heard from
 * @param renewInterval how often a leader renews its lease; by default three tenths of the lease
 * @param margin how much earlier than the group a leader considers its lease over; by default a tenth of the lease
 * @param requestTimeout how long to wait for an answer of the group; by default a fifth of the lease
 * @param tls protects the group; needed unless its members listen on a loopback address
 */
@ConfigurationProperties("baton.raft")
record RaftProperties(
        @DefaultValue List<String> bootstrap,
        @DefaultValue List<String> join,
        @DefaultValue List<String> connect,
        @DefaultValue("127.0.0.1:7500") String bind,
        @Nullable Path stateFolder,
        @DefaultValue("5") int maxVoters,
        @DefaultValue("10m") Duration voterGoneAfter,
        @DefaultValue("10s") Duration lease,
        @Nullable Duration renewInterval,
        @Nullable Duration margin,
        @Nullable Duration requestTimeout,
        @DefaultValue Tls tls) {
    /**
     * Files of TLS: all of them or none.
     *
     * @param certificate PEM file with the chain of this node
     * @param key PEM file with its private key
     * @param trusted PEM file with the CA certificates that members are checked against
     */
    record Tls(
            @Nullable Path certificate,
            @Nullable Path key,
            @Nullable Path trusted) {
        Optional<MemberTls> read() {
            if (certificate == null && key == null && trusted == null) {
                return Optional.empty();
            }
            if (certificate == null || key == null || trusted == null) {
                throw new IllegalArgumentException(
                        "tls.certificate, tls.key and tls.trusted are set together or not at all");
            }
            return Optional.of(new MemberTls(TlsFiles.pem(certificate, key), TlsFiles.certificates(trusted)));
        }
    }

    /** Whether this node keeps a copy of the group's state. */
    boolean isMember() {
        return connect.isEmpty();
    }

    RaftElectorFactory elector(BatonProperties properties) {
        long ways =
                Stream.of(bootstrap, join, connect).filter(it -> !it.isEmpty()).count();
        if (ways != 1) {
            throw new SetupException(
                    ways == 0
                            ? "baton.elector=raft, and nothing says which group this node elects on."
                            : "baton.raft.bootstrap, baton.raft.join and baton.raft.connect exclude each other.",
                    "Set one of them: baton.raft.bootstrap on the first members of a new group, baton.raft.join on a"
                            + " further member, baton.raft.connect on a node that is to be none.");
        }
        return ElectorSelection.read("baton.raft", () -> setup(properties))
                .terms(LeaseTimings.of(LeaseTerms.DEFAULT, lease, renewInterval, margin, requestTimeout));
    }

    private RaftElectorFactory setup(BatonProperties properties) {
        if (!isMember()) {
            return tls.read().map(it -> RaftElector.client(connect, it)).orElseGet(() -> RaftElector.client(connect));
        }
        String node = ElectorSelection.lastingNode(properties, "raft");
        MemberAddress self = MemberAddress.at(node, bind);
        Path folder = stateFolder == null ? Path.of("baton-raft-" + node) : stateFolder;
        MemberSettings found = join.isEmpty()
                ? MemberSettings.bootstrap(
                        self,
                        folder,
                        bootstrap.stream().map(MemberAddress::parse).toList())
                : MemberSettings.joining(self, folder, join);
        MemberSettings sized = found.withVoters(maxVoters, voterGoneAfter);
        MemberSettings complete = tls.read().map(sized::withTls).orElse(sized);
        complete.requireProtection();
        return RaftElector.member(complete);
    }
}
