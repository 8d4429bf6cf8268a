// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.internal.check.Validation;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How the peer channel behaves.
 *
 * @param cluster nodes of different clusters do not talk to each other
 * @param bind where this node listens; port 0 lets the system choose
 * @param advertise the address by which others find this node, if that is not {@code bind}; port 0 means the bound port
 * @param secret shared by all nodes; without one the channel stays on the loopback interface
 * @param lockFolder where the processes of this host keep the locks that show that they live; a local folder that all
 *     of them can write to
 * @param answerTimeout how long connecting and authenticating may take
 * @param keepAlive how often an idle connection is probed
 * @param silence after how long without a sign of life a connection is given up
 * @param reconnectPause the longest pause between attempts to connect
 * @param maxConnections how many standbys may be connected to this node, and how many nodes it watches
 */
public record PeerSettings(
        String cluster,
        InetSocketAddress bind,
        Optional<InetSocketAddress> advertise,
        Optional<PeerSecret> secret,
        Path lockFolder,
        Duration answerTimeout,
        Duration keepAlive,
        Duration silence,
        Duration reconnectPause,
        int maxConnections) {
    /**
     * In memory, local, writable for all users, the same for all services of a host, and emptied when the host starts.
     */
    public static final Path DEFAULT_LOCK_FOLDER = Path.of("/dev/shm");

    public static final int MAX_CLUSTER_LENGTH = 64;

    static final int MAX_CONNECTIONS = 10_000;

    public PeerSettings {
        Objects.requireNonNull(lockFolder, "lockFolder");
        Validation rules = Validation.of("peer")
                .require(
                        isPlain(cluster),
                        "cluster \"%s\" must be 1 to %s characters of a-z 0-9 . _ -",
                        PeerAddress.printable(cluster),
                        MAX_CLUSTER_LENGTH)
                .require(!bind.isUnresolved(), "bind %s is not a known address", PeerAddress.show(bind))
                .require(lockFolder.isAbsolute(), "lockFolder %s must be an absolute path", lockFolder)
                .positive("answerTimeout", answerTimeout)
                .positive("keepAlive", keepAlive)
                .positive("silence", silence)
                .positive("reconnectPause", reconnectPause)
                .between("maxConnections", maxConnections, 1, MAX_CONNECTIONS)
                .require(
                        keepAlive.multipliedBy(2).compareTo(silence) <= 0,
                        "keepAlive %s must be at most half of silence %s",
                        Validation.show(keepAlive),
                        Validation.show(silence))
                .require(
                        reconnectPause.compareTo(PeerRules.MIN_PAUSE) >= 0,
                        "reconnectPause %s must be at least %s",
                        Validation.show(reconnectPause),
                        Validation.show(PeerRules.MIN_PAUSE));
        advertise.ifPresent(address -> rules.require(
                        !address.isUnresolved(), "advertise %s is not a known address", PeerAddress.show(address))
                .require(
                        !PeerAddress.isWildcard(address),
                        "advertise %s is not an address that others can connect to",
                        PeerAddress.show(address)));
        rules.require(
                        advertise.isPresent() || !PeerAddress.isWildcard(bind),
                        "bind %s is every address of this host, so advertise must say which one others use",
                        PeerAddress.show(bind))
                .require(
                        secret.isPresent() || PeerAddress.isLoopback(bind),
                        "bind %s is not a loopback address, so secret must be set",
                        PeerAddress.show(bind))
                .check();
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_CLUSTER_LENGTH
                && name.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "._-".indexOf(c) >= 0);
    }

    /** Builds settings; unset values have their defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** The default settings: on the loopback interface, without a secret, for nodes on one host. */
    public static PeerSettings defaults() {
        return builder().build();
    }

    /** Collects settings; {@link #build()} checks them as a whole. */
    public static final class Builder {
        private String cluster = "baton";
        private InetSocketAddress bind = PeerAddress.of("bind", "127.0.0.1:0");
        private Optional<InetSocketAddress> advertise = Optional.empty();
        private Optional<PeerSecret> secret = Optional.empty();
        private Path lockFolder = DEFAULT_LOCK_FOLDER;
        private Duration answerTimeout = Duration.ofSeconds(2);
        private Duration keepAlive = Duration.ofSeconds(5);
        private Duration silence = Duration.ofSeconds(15);
        private Duration reconnectPause = Duration.ofSeconds(5);
        private int maxConnections = 1_000;

        private Builder() {}

        /** Sets the name of the cluster; nodes of different clusters do not talk to each other. */
        public Builder cluster(String name) {
            this.cluster = name;
            return this;
        }

        /** Sets where this node listens, as {@code host:port}; a host name is looked up now. */
        public Builder bind(String address) {
            this.bind = PeerAddress.of("bind", address);
            return this;
        }

        /** Sets where others find this node, as {@code host:port}, if that is not where it listens; looked up now. */
        public Builder advertise(String address) {
            this.advertise = Optional.of(PeerAddress.of("advertise", address));
            return this;
        }

        /** Sets the secret that all nodes share; required unless the address is a loopback address. */
        public Builder secret(PeerSecret shared) {
            this.secret = Optional.of(shared);
            return this;
        }

        /** Sets the folder that all nodes of this host share; needed where each has its own {@code /dev/shm}, as in containers. */
        public Builder lockFolder(Path folder) {
            this.lockFolder = folder;
            return this;
        }

        /** Sets how long connecting and authenticating may take; 2 s by default. */
        public Builder answerTimeout(Duration timeout) {
            this.answerTimeout = timeout;
            return this;
        }

        /** Sets how often an idle connection is probed; every 5 s by default. */
        public Builder keepAlive(Duration interval) {
            this.keepAlive = interval;
            return this;
        }

        /** Sets after how long without a sign of life a connection is given up; 15 s by default. */
        public Builder silence(Duration limit) {
            this.silence = limit;
            return this;
        }

        /** Sets the longest pause between attempts to connect; 5 s by default. */
        public Builder reconnectPause(Duration longest) {
            this.reconnectPause = longest;
            return this;
        }

        /** Sets how many standbys may be connected, and how many nodes are watched; 1 000 by default. */
        public Builder maxConnections(int most) {
            this.maxConnections = most;
            return this;
        }

        /**
         * Checks the settings as a whole and returns them.
         *
         * @throws dev.baton.ConfigurationException naming every rule that they break
         */
        public PeerSettings build() {
            return new PeerSettings(
                    cluster,
                    bind,
                    advertise,
                    secret,
                    lockFolder,
                    answerTimeout,
                    keepAlive,
                    silence,
                    reconnectPause,
                    maxConnections);
        }
    }
}
