// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.Baton;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerSettings;
import dev.baton.controller.work.WorkStatePart;
import dev.baton.partitions.replica.NodePartitions;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.raft.RaftElector;
import dev.baton.raft.RaftElectorFactory;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.MemberTls;
import dev.baton.raft.member.MemberView;
import dev.baton.raft.member.RaftMember;
import dev.baton.security.TlsFiles;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.lease.LeaseTerms;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Elections on a Raft group that the nodes form themselves. */
final class RaftSection implements ElectorSection {
    private static final String ELECTOR = "elector.raft";
    private static final String PREFIX = ELECTOR + ".";
    private static final Duration HEARD = Duration.ofSeconds(5);
    /** What members speak over TLS. */
    private static final String HTTP_2 = "h2";

    private static final ConfigKey<String> BIND = ConfigKey.of(
            PREFIX + "bind", KeyType.text(), "127.0.0.1:7500", "host:port by which other members reach this one");
    private static final ConfigKey<List<String>> BOOTSTRAP = ConfigKey.of(
            PREFIX + "bootstrap",
            KeyType.texts(),
            List.of(),
            "NODE=host:port of all first members, this one included; the same list on each, for their first start");
    private static final ConfigKey<List<String>> JOIN = ConfigKey.of(
            PREFIX + "join", KeyType.texts(), List.of(), "host:port of some members, for a node that joins them");
    private static final ConfigKey<List<String>> CONNECT = ConfigKey.of(
            PREFIX + "connect",
            KeyType.texts(),
            List.of(),
            "host:port of some members, for a node that elects on the group without being a member");
    private static final ConfigKey<String> STATE = ConfigKey.derived(
            PREFIX + "state_folder",
            KeyType.text(),
            "",
            "baton-raft-NODE",
            "keeps the log and the snapshots of a member; on a disk that survives a restart");
    private static final ConfigKey<Integer> MAX_VOTERS = ConfigKey.of(
            PREFIX + "max_voters",
            KeyType.number(1, 7),
            MemberSettings.DEFAULT_MAX_VOTERS,
            "1, 3, 5 or 7; further members follow without a vote");
    private static final ConfigKey<Duration> GONE_AFTER = ConfigKey.of(
            PREFIX + "voter_gone_after",
            KeyType.duration(),
            MemberSettings.DEFAULT_GONE_AFTER,
            "how long a voter may be silent before another member replaces it as voter; it follows without a vote when it"
                    + " is back");
    private static final int MEGA = 1_000_000;
    private static final ConfigKey<Integer> COPY_RATE = ConfigKey.of(
            PREFIX + "copy_megabytes_per_second",
            KeyType.number((int) (MemberSettings.MIN_COPY_BYTES_PER_SECOND / MEGA), 100_000),
            (int) (MemberSettings.DEFAULT_COPY_BYTES_PER_SECOND / MEGA),
            "how fast this node copies replicas from others, at most");
    private static final ConfigKey<Duration> REPLACE_LOST_AFTER = ConfigKey.of(
            PREFIX + "replace_lost_after",
            KeyType.duration(),
            ControllerSettings.DEFAULT_REPLACE_LOST_AFTER,
            "how long a node may be silent before its replicas are copied to others; 0s for never");
    private static final ConfigKey<Integer> GROUPS_PER_NODE = ConfigKey.of(
            PREFIX + "groups_per_node",
            KeyType.number(1, ControllerSettings.MAX_GROUPS_PER_NODE),
            ControllerSettings.DEFAULT.groupsPerNode(),
            "how many partition groups of each replication factor a node leads, about; for topics that are created"
                    + " from now on");
    private static final ConfigKey<String> CERTIFICATE = ConfigKey.of(
            PREFIX + "tls.certificate",
            KeyType.text(),
            "",
            "PEM file with the chain of this node; needed unless bind is loopback");
    private static final ConfigKey<String> PRIVATE_KEY =
            ConfigKey.of(PREFIX + "tls.key", KeyType.text(), "", "PEM file with its private key");
    private static final ConfigKey<String> TRUSTED = ConfigKey.of(
            PREFIX + "tls.trusted",
            KeyType.text(),
            "",
            "PEM file with the CA certificates that members are checked against");
    private static final LeaseKeys LEASE = new LeaseKeys(ELECTOR, LeaseTerms.DEFAULT);
    private static final PeerKeys PEER = new PeerKeys(ELECTOR);

    @Override
    public String type() {
        return "raft";
    }

    @Override
    public List<ConfigKey<?>> keys() {
        List<ConfigKey<?>> keys =
                new ArrayList<>(List.of(BIND, BOOTSTRAP, JOIN, CONNECT, STATE, MAX_VOTERS, GONE_AFTER));
        keys.addAll(List.of(COPY_RATE, REPLACE_LOST_AFTER, GROUPS_PER_NODE));
        keys.addAll(List.of(CERTIFICATE, PRIVATE_KEY, TRUSTED));
        keys.addAll(LEASE.keys());
        keys.addAll(PEER.keys());
        return keys;
    }

    @Override
    public Chosen read(EffectiveConfig values, Identity node, Problems problems) {
        Optional<LeaseTerms> terms = problems.collect(values.origin(LEASE.lease()), () -> LEASE.read(values));
        Optional<PeerSettings> peers = PEER.read(values, node, problems);
        Optional<GroupSetup> setup = problems.collect(ELECTOR, () -> setup(values, node));
        return setup.isPresent() && terms.isPresent()
                ? new OnGroup(setup.get(), terms.get(), peers)
                : new InvalidElectorConfig();
    }

    private static GroupSetup setup(EffectiveConfig values, Identity node) {
        long ways = List.of(BOOTSTRAP, JOIN, CONNECT).stream()
                .filter(key -> !values.get(key).isEmpty())
                .count();
        if (ways != 1) {
            throw new IllegalArgumentException(
                    ways == 0
                            ? "set bootstrap on the first members of a new group, join on a further member, or connect"
                                    + " on a node that is to be none"
                            : "bootstrap, join and connect exclude each other");
        }
        if (!values.get(CONNECT).isEmpty()) {
            List<String> addresses = values.get(CONNECT);
            List<MemberAddress> members = addresses.stream()
                    .map(address -> MemberAddress.at(node.id(), address))
                    .toList();
            return new GroupSetup(
                    tls(values)
                            .map(it -> RaftElector.client(addresses, it))
                            .orElseGet(() -> RaftElector.client(addresses)),
                    LocalRequirements.NOTHING.others(sockets(members)).tls(shown(tls(values), Optional.empty())),
                    false);
        }
        MemberAddress self = MemberAddress.at(node.id(), values.get(BIND));
        Path folder = Path.of(values.text(STATE).orElse("baton-raft-" + node.id()));
        List<MemberAddress> first =
                values.get(BOOTSTRAP).stream().map(MemberAddress::parse).toList();
        MemberSettings settings = first.isEmpty()
                ? MemberSettings.joining(self, folder, values.get(JOIN))
                : MemberSettings.bootstrap(self, folder, first);
        MemberSettings sized = settings.withVoters(values.get(MAX_VOTERS), values.get(GONE_AFTER))
                .withCopyRate((long) values.get(COPY_RATE) * MEGA);
        Optional<MemberTls> tls = tls(values);
        MemberSettings complete = tls.map(sized::withTls).orElse(sized);
        complete.requireProtection();
        ControllerSettings controlled = ControllerSettings.DEFAULT
                .withGroupsPerNode(values.get(GROUPS_PER_NODE))
                .withReplaceLostAfter(values.get(REPLACE_LOST_AFTER));
        return new GroupSetup(
                RaftElector.member(complete)
                        .replicating(context ->
                                new ControllerPart(controlled, context.lanes().ticker(), UUID::randomUUID))
                        .replicating(context -> new WorkStatePart())
                        .hosting(parts -> new NodePartitions(self.node(), controller(parts))),
                LocalRequirements.folder(folder)
                        .port(new InetSocketAddress(self.host(), self.port()))
                        .others(sockets(others(values, self, first)))
                        .tls(shown(tls, Optional.of(self.host()))),
                true);
    }

    private static ControllerPart controller(List<ReplicatedPart> parts) {
        return parts.stream()
                .filter(ControllerPart.class::isInstance)
                .map(ControllerPart.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static List<MemberAddress> others(EffectiveConfig values, MemberAddress self, List<MemberAddress> first) {
        return Stream.concat(
                        first.stream(),
                        values.get(JOIN).stream()
                                .map(address -> MemberAddress.at(self.node().value(), address)))
                .filter(it -> !it.host().equals(self.host()) || it.port() != self.port())
                .toList();
    }

    private static List<InetSocketAddress> sockets(List<MemberAddress> members) {
        return members.stream()
                .map(it -> new InetSocketAddress(it.host(), it.port()))
                .toList();
    }

    /** @param host that other members use; absent if none connect to this node */
    private static Optional<LocalRequirements.Tls> shown(Optional<MemberTls> tls, Optional<String> host) {
        return tls.map(it -> new LocalRequirements.Tls(
                CERTIFICATE.name(),
                it.identity(),
                Optional.of(TRUSTED.name()),
                it.trusted(),
                host,
                true,
                List.of(HTTP_2)));
    }

    private static Optional<MemberTls> tls(EffectiveConfig values) {
        List<String> files = List.of(values.get(CERTIFICATE), values.get(PRIVATE_KEY), values.get(TRUSTED));
        if (files.stream().allMatch(String::isEmpty)) {
            return Optional.empty();
        }
        if (files.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException(
                    "tls.certificate, tls.key and tls.trusted are set together or not at all");
        }
        return Optional.of(new MemberTls(
                TlsFiles.pem(Path.of(files.get(0)), Path.of(files.get(1))),
                TlsFiles.certificates(Path.of(files.get(2)))));
    }

    private record GroupSetup(RaftElectorFactory factory, LocalRequirements needs, boolean member) {}

    private record OnGroup(GroupSetup setup, LeaseTerms terms, Optional<PeerSettings> peers) implements Chosen {
        @Override
        public ElectorFactory<RaftElector> elector(Consumer<Duration> renewals) {
            RaftElectorFactory elector = setup.factory().terms(terms).timing(renewals);
            return peers.map(it -> elector.watching(PeerChannel.on(it))).orElse(elector);
        }

        @Override
        public Optional<Duration> certainty() {
            return Optional.of(terms.certainty());
        }

        @Override
        public boolean groupMember() {
            return setup.member();
        }

        @Override
        public LocalRequirements needs() {
            return setup.needs();
        }

        @Override
        public Optional<Directory> directory(Supplier<DirectoryMember> self, Baton baton) {
            Optional<RaftMember> member = baton.elector(RaftElector.class).member();
            return member.map(it -> Directory.without(self, () -> members(it)));
        }

        private static List<DirectoryMember> members(RaftMember member) {
            return member.members().stream()
                    .map(it -> DirectoryMember.ofId(it.node(), isHeard(it)))
                    .toList();
        }

        /** Only the leader knows since when a member is silent; the others take it for there. */
        private static boolean isHeard(MemberView member) {
            return member.silent().map(it -> it.compareTo(HEARD) < 0).orElse(true);
        }
    }
}
