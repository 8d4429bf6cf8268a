// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NodeId;

/** A node of a group, and where its Raft port is. */
public record MemberAddress(NodeId node, String host, int port) {
    private static final int MAX_PORT = 65_535;

    public MemberAddress {
        if (host.isBlank() || host.indexOf(' ') >= 0) {
            throw new IllegalArgumentException("\"" + host + "\" is not a host");
        }
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("port " + port + " is not between 1 and " + MAX_PORT);
        }
    }

    public static MemberAddress of(String node, String host, int port) {
        return new MemberAddress(NodeId.of(node), host, port);
    }

    /** @throws IllegalArgumentException if the text is not {@code NODE=host:port} */
    public static MemberAddress parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("\"" + text + "\" is not NODE=host:port");
        }
        return at(text.substring(0, equals), text.substring(equals + 1));
    }

    /**
     * A node and its {@code host:port}, an IPv6 address in brackets.
     *
     * @throws IllegalArgumentException if the address is anything else
     */
    public static MemberAddress at(String node, String address) {
        int colon = address.lastIndexOf(':');
        String port = address.substring(colon + 1);
        if (colon < 1 || port.isEmpty() || port.length() > 5 || !port.chars().allMatch(Character::isDigit)) {
            throw new IllegalArgumentException("\"" + address + "\" is not host:port");
        }
        String host = address.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return of(node, bracketed ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port));
    }

    /** As Ratis and gRPC write it. */
    public String authority() {
        return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }

    @Override
    public String toString() {
        return node + "=" + authority();
    }
}
