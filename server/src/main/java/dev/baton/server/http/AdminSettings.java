// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.server.config.Secret;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The settings of the admin API.
 *
 * @param port 0 for any free port
 * @param advertise the URL by which others reach it, if that does not follow from address and port
 * @param clusterToken by which nodes authenticate each other
 */
public record AdminSettings(
        InetAddress bind,
        int port,
        Optional<String> portFile,
        Optional<String> advertise,
        List<String> allowedHosts,
        List<String> peers,
        Duration peerTimeout,
        Duration operationTimeout,
        Optional<Supplier<Secret>> clusterToken,
        List<Token> tokens,
        Optional<AdminTls> tls) {

    /** A caller. */
    public record Token(String name, Role role, Supplier<Secret> secret) {}

    @Override
    public String toString() {
        return "admin API on " + bind.getHostAddress() + " port " + port;
    }
}
