// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.ElectionName;
import dev.baton.internal.check.Validation;
import dev.baton.peer.PeerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The configuration of a node of a registry.
 *
 * @param cluster nodes with another cluster name do not see each other
 * @param bindAddress the address by which other nodes reach this one; also {@code site_local}, {@code loopback} and
 *     whatever else JGroups accepts. Unless it is a loopback address, a key is required
 * @param stateFile where a voter keeps what it must not forget
 * @param key a secret that all nodes share; with it everything is encrypted, and nodes with another key cannot
 *     communicate
 * @param lockFolder where the processes of one host keep the locks that show that they live, see ADR 34
 * @param stackFile your own JGroups stack, instead of the generated one
 */
public record RegistryConfiguration(
        String cluster,
        RegistrySettings settings,
        String bindAddress,
        int bindPort,
        Discovery discovery,
        Path stateFile,
        Optional<String> key,
        Path lockFolder,
        Optional<Path> stackFile,
        ConflictResolver resolver) {
    static final int MIN_KEY_LENGTH = 12;
    static final int DEFAULT_PORT = 7_800;
    private static final Pattern LOOPBACK = Pattern.compile("(?i)loopback|localhost|127\\.[0-9.]+|::1");
    private static final Pattern BIND = Pattern.compile("[A-Za-z0-9._:,*-]+");

    public RegistryConfiguration {
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(discovery, "discovery");
        Objects.requireNonNull(stateFile, "stateFile");
        Objects.requireNonNull(resolver, "resolver");
        Objects.requireNonNull(lockFolder, "lockFolder");
        ElectionName.of(cluster);
        Optional<String> brokenStack = stackFile.map(JGroupsStackFile::new).flatMap(JGroupsStackFile::problem);
        Validation.of("registry")
                .require(BIND.matcher(bindAddress).matches(), "bind_address %s is not an address", bindAddress)
                .between("bind_port", bindPort, 0, 65_535)
                .require(
                        key.isEmpty() || key.get().length() >= MIN_KEY_LENGTH,
                        "the key must have at least %s characters",
                        MIN_KEY_LENGTH)
                .require(
                        isLoopback(bindAddress) || key.isPresent() || stackFile.isPresent(),
                        "bind_address %s lets other machines in, which takes a key",
                        bindAddress)
                .require(lockFolder.isAbsolute(), "lock_folder %s must be an absolute path", lockFolder)
                .require(brokenStack.isEmpty(), "%s", brokenStack.orElse(""))
                .check();
    }

    static boolean isLoopback(String address) {
        return LOOPBACK.matcher(address).matches();
    }

    /** Whether every caller that reaches the port may join. A stack provided by the user is not refused for that. */
    public boolean isOpenToStrangers() {
        return key.isEmpty()
                && stackFile
                        .map(JGroupsStackFile::new)
                        .filter(it -> !it.keepsStrangersOut())
                        .isPresent();
    }

    /**
     * Begins a configuration.
     *
     * @param cluster nodes with another cluster name do not see each other
     * @param stateFile where a voter keeps what it must not forget
     */
    public static Builder of(String cluster, Path stateFile) {
        return new Builder(cluster, stateFile);
    }

    /** Never shows the key. */
    @Override
    public String toString() {
        return "registry " + cluster + ", " + settings + ", " + bindAddress + ":" + bindPort + ", "
                + discovery + ", state in " + stateFile + (key.isPresent() ? ", encrypted" : ", not encrypted")
                + stackFile.map(file -> ", stack " + file).orElse("");
    }

    /** Collects a configuration; {@link #build()} checks it as a whole. */
    public static final class Builder {
        private final String cluster;
        private final Path stateFile;
        private RegistrySettings settings = RegistrySettings.majorityOf(3);
        private String bindAddress = "loopback";
        private int bindPort = DEFAULT_PORT;
        private Discovery discovery = new Discovery.Multicast("228.8.8.8", 7_500);
        private Optional<String> key = Optional.empty();
        private Path lockFolder = PeerSettings.DEFAULT_LOCK_FOLDER;
        private Optional<Path> stackFile = Optional.empty();
        private ConflictResolver resolver = ConflictResolver.HIGHER_EPOCH_WINS;

        private Builder(String cluster, Path stateFile) {
            this.cluster = cluster;
            this.stateFile = stateFile;
        }

        /** Sets how many voters the cluster has, and the timings; a majority of three by default. */
        public Builder settings(RegistrySettings chosen) {
            this.settings = chosen;
            return this;
        }

        /** Sets the address and port by which the others reach this node; the loopback interface by default. */
        public Builder bind(String address, int port) {
            this.bindAddress = address;
            this.bindPort = port;
            return this;
        }

        /** Sets how nodes find each other; by multicast by default. */
        public Builder discovery(Discovery chosen) {
            this.discovery = chosen;
            return this;
        }

        /** Finds nodes by the addresses of some of them, as {@code host:port}. */
        public Builder hosts(List<String> addresses) {
            return discovery(new Discovery.Hosts(addresses));
        }

        /** Sets a secret that all nodes share, which encrypts and authenticates what they send. */
        public Builder key(String shared) {
            this.key = Optional.of(shared);
            return this;
        }

        /** Sets the folder that all nodes of this host share; needed where each has its own {@code /dev/shm}, as in containers. */
        public Builder lockFolder(Path folder) {
            this.lockFolder = folder;
            return this;
        }

        /** Uses a JGroups stack of your own instead of the generated one. */
        public Builder stackFile(Path xml) {
            this.stackFile = Optional.of(xml);
            return this;
        }

        /**
         * Sets the resolver for names and elections that two sides of a partition both had; by default the higher epoch
         * wins.
         */
        public Builder resolver(ConflictResolver chosen) {
            this.resolver = chosen;
            return this;
        }

        /**
         * Checks the configuration as a whole and returns it.
         *
         * @throws dev.baton.ConfigurationException naming every rule that it breaks
         */
        public RegistryConfiguration build() {
            return new RegistryConfiguration(
                    cluster,
                    settings,
                    bindAddress,
                    bindPort,
                    discovery,
                    stateFile,
                    key,
                    lockFolder,
                    stackFile,
                    resolver);
        }
    }
}
