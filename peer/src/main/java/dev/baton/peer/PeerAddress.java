// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.internal.check.Validation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses as text: {@code 10.0.0.5:7400}, {@code [fd00::5]:7400}. Published addresses are always numeric, so that a
 * reader looks up no name, and all its attempts go to the same host.
 */
final class PeerAddress {
    private static final int MAX_PORT = 65_535;
    private static final int SHOWN = 80;
    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[^\\]]+\\]|[^:\\[\\]]+):(\\d{1,5})");
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";
    private static final Pattern NUMBERS =
            Pattern.compile("(" + OCTET + "\\.){3}" + OCTET + "|\\[[0-9a-fA-F:.]+(%[0-9a-zA-Z]+)?\\]");

    private PeerAddress() {}

    /** Reads a setting; a host name is looked up. */
    static InetSocketAddress of(String key, String text) {
        Matcher parts = HOST_AND_PORT.matcher(text);
        boolean sound = parts.matches() && Integer.parseInt(parts.group(2)) <= MAX_PORT;
        Validation.of("peer")
                .require(sound, "%s \"%s\" is not host:port", key, printable(text))
                .check();
        return new InetSocketAddress(bare(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    /** Parses what {@link #show} returned, without ever looking up a name. */
    static Optional<InetSocketAddress> parse(String published) {
        Matcher parts = HOST_AND_PORT.matcher(published);
        if (!parts.matches() || !NUMBERS.matcher(parts.group(1)).matches()) {
            return Optional.empty();
        }
        int port = Integer.parseInt(parts.group(2));
        if (port == 0 || port > MAX_PORT) {
            return Optional.empty();
        }
        try {
            return Optional.of(new InetSocketAddress(InetAddress.getByName(parts.group(1)), port));
        } catch (UnknownHostException notNumbers) {
            return Optional.empty();
        }
    }

    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    static String show(InetSocketAddress address) {
        InetAddress resolved = address.getAddress();
        String host = resolved == null ? printable(address.getHostString()) : resolved.getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    static boolean isLoopback(InetSocketAddress address) {
        return address.getAddress() != null && address.getAddress().isLoopbackAddress();
    }

    static boolean isWildcard(InetSocketAddress address) {
        return address.getAddress() != null && address.getAddress().isAnyLocalAddress();
    }

    /** Makes hostile input harmless for a terminal or a log. */
    static String printable(String text) {
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
        return shown.chars()
                .mapToObj(c -> (c >= ' ' && c <= '~') || c == '…' ? String.valueOf((char) c) : "?")
                .reduce("", String::concat);
    }
}
