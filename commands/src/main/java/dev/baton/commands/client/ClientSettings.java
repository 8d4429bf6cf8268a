// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.client;

import dev.baton.internal.check.Validation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a client finds the leader, and how long it tries.
 *
 * @param seeds some of the nodes, as {@code host:port}: one that answers is enough to find the leader
 * @param login its user, unless the servers need no login
 * @param trusted a file of CA certificates in PEM; with it, the client uses TLS
 * @param connect how long connecting may take
 * @param reply how long a reply may take before it counts as lost
 * @param overall how long a call may take, retries included
 * @param firstPause before a call is tried again; doubled each time, up to {@code longestPause}
 */
public record ClientSettings(
        List<String> seeds,
        Optional<Login> login,
        Optional<Path> trusted,
        Duration connect,
        Duration reply,
        Duration overall,
        Duration firstPause,
        Duration longestPause) {
    /** A user and a password. */
    public record Login(String user, String password) {
        @Override
        public String toString() {
            return "login of " + user;
        }
    }

    public ClientSettings {
        seeds = List.copyOf(seeds);
        Validation rules = Validation.of("commands client")
                .require(!seeds.isEmpty(), "seeds must name at least one node")
                .positive("connect", connect)
                .positive("reply", reply)
                .positive("overall", overall)
                .positive("firstPause", firstPause)
                .positive("longestPause", longestPause);
        seeds.forEach(seed ->
                rules.require(ServerAddress.parse(seed).isPresent(), "seed %s is not of the form host:port", seed));
        rules.check();
    }

    public static ClientSettings of(String... seeds) {
        return new ClientSettings(
                List.of(seeds),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofMillis(20),
                Duration.ofMillis(500));
    }

    public ClientSettings withLogin(String user, String password) {
        return new ClientSettings(
                seeds,
                Optional.of(new Login(user, password)),
                trusted,
                connect,
                reply,
                overall,
                firstPause,
                longestPause);
    }

    public ClientSettings withTrusted(Path certificates) {
        return new ClientSettings(
                seeds, login, Optional.of(certificates), connect, reply, overall, firstPause, longestPause);
    }

    public ClientSettings withLimits(Duration forReply, Duration forAll) {
        return new ClientSettings(seeds, login, trusted, connect, forReply, forAll, firstPause, longestPause);
    }
}
