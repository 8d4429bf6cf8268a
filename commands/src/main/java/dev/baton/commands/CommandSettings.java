// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.access.User;
import dev.baton.commands.resp.ReadLimits;
import dev.baton.commands.slots.SlotLimits;
import dev.baton.internal.check.Validation;
import dev.baton.security.TlsIdentity;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The address, users and limits of a command server.
 *
 * @param bind the address it listens on
 * @param port the port it listens on, 0 for any that is free
 * @param users who may log in
 * @param anonymous lets every client that can connect do everything; for loopback addresses only
 */
public record CommandSettings(
        InetAddress bind,
        int port,
        List<User> users,
        boolean anonymous,
        Optional<TlsIdentity> tls,
        ReadLimits read,
        SlotLimits slots,
        ConnectionLimits connections) {
    public static final int DEFAULT_PORT = 25873;

    public CommandSettings {
        Objects.requireNonNull(tls, "tls");
        users = List.copyOf(users);
        Validation.of("commands")
                .between("port", port, 0, 65_535)
                .require(!anonymous || users.isEmpty(), "anonymous and users exclude each other")
                .require(anonymous || !users.isEmpty(), "no user can log in: add users or, on loopback, anonymous")
                .require(
                        !anonymous || bind.isLoopbackAddress(),
                        "bind %s is not a loopback address: add users instead of anonymous",
                        bind.getHostAddress())
                .require(
                        users.stream().map(User::name).distinct().count() == users.size(),
                        "two users have the same name")
                .require(
                        read.argumentBytes() >= slots.valueBytes(),
                        "argumentBytes %s must hold a value of %s",
                        read.argumentBytes(),
                        slots.valueBytes())
                .check();
    }

    /** Builds settings; unset values have their defaults, and at least one user must be able to log in. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects settings; {@link #build()} checks them as a whole. */
    public static final class Builder {
        private InetAddress bind = InetAddress.getLoopbackAddress();
        private int port = DEFAULT_PORT;
        private List<User> users = List.of();
        private boolean anonymous;
        private Optional<TlsIdentity> tls = Optional.empty();
        private ReadLimits read = ReadLimits.DEFAULT;
        private SlotLimits slots = SlotLimits.DEFAULT;
        private ConnectionLimits connections = ConnectionLimits.DEFAULT;

        private Builder() {}

        /** Sets the address to listen on, by number or name; the loopback interface by default. */
        public Builder bind(String host) {
            try {
                this.bind = InetAddress.getByName(host);
            } catch (UnknownHostException unknown) {
                throw new IllegalArgumentException("commands: bind " + host + " is not an address", unknown);
            }
            return this;
        }

        /** Sets the port to listen on, 0 for any that is free; {@value CommandSettings#DEFAULT_PORT} by default. */
        public Builder port(int number) {
            this.port = number;
            return this;
        }

        /** Sets who may log in. */
        public Builder users(List<User> who) {
            this.users = who;
            return this;
        }

        /** Needs no password. Refused on any address but a loopback one. */
        public Builder anonymous() {
            this.anonymous = true;
            return this;
        }

        /** Encrypts connections, with this certificate and key. */
        public Builder tls(TlsIdentity identity) {
            this.tls = Optional.of(identity);
            return this;
        }

        /** Sets how much a client may send at once. */
        public Builder read(ReadLimits limits) {
            this.read = limits;
            return this;
        }

        /** Sets how many slots there may be, and how large their values. */
        public Builder slots(SlotLimits limits) {
            this.slots = limits;
            return this;
        }

        /** Sets how many connections there may be, and how long one may be silent. */
        public Builder connections(ConnectionLimits limits) {
            this.connections = limits;
            return this;
        }

        /**
         * Checks the settings as a whole and returns them.
         *
         * @throws dev.baton.ConfigurationException naming every rule that they break
         */
        public CommandSettings build() {
            return new CommandSettings(bind, port, users, anonymous, tls, read, slots, connections);
        }
    }
}
