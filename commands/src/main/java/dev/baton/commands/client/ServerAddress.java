// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.client;

import java.util.Objects;
import java.util.Optional;

/** Where a command server listens, written {@code host:port}, a host of IPv6 in brackets. */
record ServerAddress(String host, int port) {
    private static final int HIGHEST_PORT = 65_535;

    ServerAddress {
        Objects.requireNonNull(host, "host");
    }

    static ServerAddress of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException(text + " is not of the form host:port"));
    }

    static Optional<ServerAddress> parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            return host.isEmpty() || port < 1 || port > HIGHEST_PORT
                    ? Optional.empty()
                    : Optional.of(new ServerAddress(host, port));
        } catch (NumberFormatException notAPort) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
