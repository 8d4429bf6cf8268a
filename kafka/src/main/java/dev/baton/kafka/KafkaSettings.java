// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import dev.baton.internal.check.Validation;
import dev.baton.kafka.access.KafkaAcl;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * How a broker listens, and what it takes on.
 *
 * @param bind where it listens; port 0 for any
 * @param advertisedHost under which clients find it; empty for the address that it binds
 */
public record KafkaSettings(
        InetSocketAddress bind,
        String advertisedHost,
        KafkaLimits limits,
        GroupLimits groups,
        TopicDefaults topics,
        KafkaAcl access) {
    /** On this machine only, open to every user of it. */
    public static KafkaSettings onLoopback(int port) {
        return new KafkaSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                "",
                KafkaLimits.DEFAULT,
                GroupLimits.DEFAULT,
                TopicDefaults.DEFAULT,
                KafkaAcl.OPEN);
    }

    public KafkaSettings {
        Validation.of("kafka")
                .require(!bind.isUnresolved(), "bind: %s is not an address of this machine", bind.getHostString())
                .require(
                        bind.isUnresolved() || isLoopback(bind) || access.isGuarded(),
                        "bind: %s can be reached by others; give it a certificate (tls) or users, or bind a loopback"
                                + " address",
                        bind.getHostString())
                .require(
                        bind.isUnresolved() || !bind.getAddress().isAnyLocalAddress() || !advertisedHost.isEmpty(),
                        "advertised_host: is needed with bind %s, which clients cannot connect to",
                        bind.getHostString())
                .check();
    }

    private static boolean isLoopback(InetSocketAddress bind) {
        return bind.getAddress().isLoopbackAddress();
    }

    /** Whether a password may be sent as it is. */
    public boolean mayAskForPasswords() {
        return access.tls().isPresent() || isLoopback(bind);
    }

    public KafkaSettings with(KafkaLimits changed) {
        return new KafkaSettings(bind, advertisedHost, changed, groups, topics, access);
    }

    public KafkaSettings with(GroupLimits changed) {
        return new KafkaSettings(bind, advertisedHost, limits, changed, topics, access);
    }

    public KafkaSettings with(TopicDefaults changed) {
        return new KafkaSettings(bind, advertisedHost, limits, groups, changed, access);
    }

    public KafkaSettings with(KafkaAcl changed) {
        return new KafkaSettings(bind, advertisedHost, limits, groups, topics, changed);
    }
}
