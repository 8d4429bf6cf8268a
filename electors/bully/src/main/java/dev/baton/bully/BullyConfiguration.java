// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.bully.internal.http.HttpTransport;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.StateFolder;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.membership.WitnessMember;
import dev.baton.bully.internal.message.PeerTransport;
import dev.baton.bully.internal.witness.WitnessTransport;
import dev.baton.internal.check.Validation;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.peer.Presence;
import dev.baton.quorum.LedgerWriter;
import dev.baton.spi.ElectorContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * The configuration of a node of a bully cluster.
 *
 * @param listen where this node listens; port 0 for any free one
 * @param advertised where the others reach it, if not where it listens
 * @param join whom to ask for membership, if there is no state of an earlier start
 * @param form whether to form a new cluster if there is no state of an earlier start; for the first start of the first
 *     node only, or the node forms another cluster when it has lost its folder
 * @param state the folder in which the node keeps what it must not forget
 * @param tls the key that all nodes share; without it everything travels in the clear
 * @param lockFolder where the processes of one host keep the locks by which their ends are seen, see ADR 34
 * @param joinPolicy from where a node may join
 * @param witness a row in a database that votes, the same for all nodes; a member from when the cluster is formed
 */
public record BullyConfiguration(
        InetSocketAddress listen,
        Optional<Address> advertised,
        List<Address> join,
        boolean form,
        Path state,
        Credentials credentials,
        BullySettings settings,
        Optional<SharedTlsKey> tls,
        Path lockFolder,
        JoinPolicy joinPolicy,
        Optional<SqlWitness> witness) {
    private static final AsyncLog LOG = AsyncLog.of(BullyConfiguration.class);

    public BullyConfiguration {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(lockFolder, "lockFolder");
        Objects.requireNonNull(joinPolicy, "joinPolicy");
        Objects.requireNonNull(witness, "witness");
        join = List.copyOf(join);
        boolean anywhere = listen.isUnresolved() || listen.getAddress().isAnyLocalAddress();
        Validation.of("bully")
                .require(!listen.isUnresolved(), "addr %s cannot be looked up", listen.getHostString())
                .require(
                        !anywhere || advertised.isPresent(),
                        "a node that listens everywhere must say by which address the others reach it")
                .require(lockFolder.isAbsolute(), "lock_folder %s must be an absolute path", lockFolder)
                .require(!form || join.isEmpty(), "a node either forms a cluster or joins one")
                .require(
                        settings.part() != MemberRole.CANDIDATE || !join.isEmpty(),
                        "a node whose vote does not count cannot form a cluster: name members to join")
                .check();
    }

    /**
     * Begins a configuration.
     *
     * @param credentials shared by all nodes
     * @param state the folder in which the node keeps what it must not forget
     */
    public static Builder of(Credentials credentials, Path state) {
        return new Builder(credentials, state);
    }

    /** @param outgoing may stand between the node and what it calls */
    BullyElector start(ElectorContext context, UnaryOperator<PeerTransport> outgoing) {
        SecureRandom chance = new SecureRandom();
        NodeId id = context.node().id();
        StateFolder folder = new StateFolder(state, id, chance);
        try {
            checkThatItMayForm(id, folder);
            HttpTransport transport = new HttpTransport(
                    id.value(),
                    listen,
                    settings.requestTimeout(),
                    credentials.secret(),
                    tls.map(SharedTlsKey::contexts),
                    joinPolicy::objection,
                    chance);
            return start(context, folder, transport, outgoing, chance);
        } catch (RuntimeException failed) {
            folder.close();
            throw failed;
        }
    }

    private BullyElector start(
            ElectorContext context,
            StateFolder folder,
            HttpTransport transport,
            UnaryOperator<PeerTransport> outgoing,
            SecureRandom chance) {
        PeerTransport reaching = transport;
        Presence presence = Presence.NONE;
        try {
            Address address = advertised.orElseGet(
                    () -> new Address(bracketed(listen.getAddress().getHostAddress()), transport.port()));
            presence = presence(context);
            BullyMember described =
                    new BullyMember(context.node().id(), folder.mark(), address, settings.priority(), settings.part());
            if (witness.isPresent()) {
                formWith(described, folder, chance);
                reaching = new WitnessTransport(transport, witness.get().open(), folder, settings.requestTimeout());
            }
            BullyElector elector = new BullyElector(
                    context.node(),
                    described,
                    settings,
                    join,
                    folder,
                    LedgerWriter.onThread(folder.ledger(), "baton-bully-state"),
                    outgoing.apply(reaching),
                    presence,
                    context.lanes(),
                    new SplittableRandom(chance.nextLong()));
            // The port is open before anybody is asked to call it.
            transport.serve(elector.node());
            elector.node().start();
            return elector;
        } catch (RuntimeException failed) {
            presence.close();
            reaching.close();
            throw failed;
        }
    }

    /**
     * Where the others reach this node, they reach its peer channel too, at its own port. A name that is not known yet, as
     * that of a pod before it is ready, must not keep the node from starting.
     */
    private Presence presence(ElectorContext context) {
        String host = advertised.map(Address::host).orElse("");
        if (listen.getAddress().isAnyLocalAddress() && new InetSocketAddress(host, 0).isUnresolved()) {
            LOG.warn(
                    "{}: {} is not a known address: without it there is no peer channel, and a killed leader is replaced"
                            + " after its lease",
                    context.node().id(),
                    host);
            return Presence.NONE;
        }
        return PeerChannel.open(peerSettings(), context);
    }

    private PeerSettings peerSettings() {
        PeerSettings.Builder peers = PeerSettings.builder()
                .cluster("baton-bully")
                .bind(bracketed(listen.getAddress().getHostAddress()) + ":0")
                .secret(credentials.secret().peerSecret())
                .lockFolder(lockFolder)
                .maxConnections(2 * Membership.MAX_MEMBERS);
        if (listen.getAddress().isAnyLocalAddress()) {
            advertised.ifPresent(address -> peers.advertise(address.host() + ":0"));
        }
        return peers.build();
    }

    /** A node that lost its folder must not form a second cluster beside the one that it belonged to. */
    private void checkThatItMayForm(NodeId node, StateFolder folder) {
        if (folder.load().isEmpty() && join.isEmpty() && !form) {
            throw new UnavailableException(node + " has no membership in its state folder " + state
                    + ", and is configured neither to join a cluster nor to form one; if its cluster exists, configure"
                    + " whom to join");
        }
    }

    /** A cluster with a witness in a database has two voters from the first moment on. */
    private void formWith(BullyMember first, StateFolder folder, SecureRandom chance) {
        if (join.isEmpty() && folder.load().isEmpty()) {
            folder.save(Membership.formed(StateId.random(chance).toString(), first)
                    .with(WitnessMember.of(StateId.random(chance))));
        }
    }

    private static InetSocketAddress lookedUp(String host, int port) {
        try {
            return new InetSocketAddress(InetAddress.getAllByName(host)[0], port);
        } catch (UnknownHostException unknown) {
            return InetSocketAddress.createUnresolved(host, port);
        }
    }

    private static String bracketed(String host) {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    /** Collects what is known; {@link #build()} checks it as a whole. */
    public static final class Builder {
        private final Credentials credentials;
        private final Path state;
        private InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        private Optional<Address> advertised = Optional.empty();
        private List<Address> join = List.of();
        private boolean form;
        private BullySettings settings = BullySettings.defaults();
        private Optional<SharedTlsKey> tls = Optional.empty();
        private Path lockFolder = PeerSettings.DEFAULT_LOCK_FOLDER;
        private JoinPolicy joinPolicy = JoinPolicy.OWN_ADDRESS;
        private Optional<SqlWitness> witness = Optional.empty();

        private Builder(Credentials credentials, Path state) {
            this.credentials = credentials;
            this.state = state;
        }

        /** Sets the address and port to listen on, port 0 for any that is free; a free port of the loopback interface by default. */
        public Builder listen(String host, int port) {
            this.listen = lookedUp(host, port);
            return this;
        }

        /** Sets the address by which the others reach this node, if it is not the one it listens on. */
        public Builder advertised(Address address) {
            this.advertised = Optional.of(address);
            return this;
        }

        /** Sets members of the cluster to join, some of which should be there; not used once this node is a member. */
        public Builder join(List<Address> members) {
            this.join = members;
            return this;
        }

        /** Forms a new cluster, with this node as its first member, unless there is state of an earlier start. */
        public Builder form() {
            this.form = true;
            return this;
        }

        /** Sets timings, quorum, the order of ids and the priority; {@link BullySettings#defaults()} by default. */
        public Builder settings(BullySettings chosen) {
            this.settings = chosen;
            return this;
        }

        /** Encrypts the calls between nodes, with a key that all of them share. */
        public Builder tls(SharedTlsKey shared) {
            this.tls = Optional.of(shared);
            return this;
        }

        /** Sets the folder that all nodes of this host share; needed where each has its own {@code /dev/shm}, as in containers. */
        public Builder lockFolder(Path folder) {
            this.lockFolder = folder;
            return this;
        }

        /** Sets from which addresses a node may ask to join; from its own by default. */
        public Builder joinPolicy(JoinPolicy chosen) {
            this.joinPolicy = chosen;
            return this;
        }

        /** Adds a vote that is kept in a database, so that one of two nodes can lead without the other; the same on both. */
        public Builder witness(SqlWitness inDatabase) {
            this.witness = Optional.of(inDatabase);
            return this;
        }

        /**
         * Checks the configuration as a whole and returns it.
         *
         * @throws dev.baton.ConfigurationException naming every rule that it breaks
         */
        public BullyConfiguration build() {
            return new BullyConfiguration(
                    listen, advertised, join, form, state, credentials, settings, tls, lockFolder, joinPolicy, witness);
        }
    }
}
