// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a node: {@code host:port}, with a name, an IPv4 address or an IPv6 address in brackets as host.
 * Anything else is refused: schemes, users, paths, spaces, line ends.
 */
public record Address(String host, int port) {
    private static final int MAX_HOST_LENGTH = 253;
    private static final Pattern FORM =
            Pattern.compile("(\\[[0-9A-Fa-f:.]{2,45}]|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?):([0-9]{1,5})");

    public Address {
        if (host.length() > MAX_HOST_LENGTH
                || !FORM.matcher(host + ":" + port).matches()
                || port < 1
                || port > 65_535) {
            throw new IllegalArgumentException("not an address: use host:port with a port from 1 to 65535");
        }
    }

    /** @throws IllegalArgumentException if the text is not an address; the message does not repeat it */
    public static Address parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (text.length() > MAX_HOST_LENGTH + 6 || !parts.matches()) {
            throw new IllegalArgumentException("not an address: use host:port with a port from 1 to 65535");
        }
        return new Address(parts.group(1), Integer.parseInt(parts.group(2)));
    }

    /** The host without the brackets that a URL needs. */
    public String bareHost() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
