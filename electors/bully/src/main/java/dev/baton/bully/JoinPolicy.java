// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * From which addresses a node may join, so that a request to join cannot make this node call just any address. By
 * default a node can only join for itself: the address that it names must be the one that its request comes from.
 *
 * @param networks networks whose addresses a request may also name, such as {@code 10.0.0.0/8}
 */
public record JoinPolicy(List<String> networks) {
    public static final JoinPolicy OWN_ADDRESS = new JoinPolicy(List.of());

    public JoinPolicy {
        networks = List.copyOf(networks);
        networks.forEach(Network::parse);
    }

    /** The reason why a request from {@code from} cannot let in a node at {@code named}, if there is one. */
    Optional<String> objection(InetAddress named, InetAddress from) {
        if (named.isAnyLocalAddress() || named.isMulticastAddress() || named.isLinkLocalAddress()) {
            return Optional.of("a node cannot be reached at an address of that kind");
        }
        boolean allowed = named.equals(from)
                || (named.isLoopbackAddress() && from.isLoopbackAddress())
                || networks.stream().map(Network::parse).anyMatch(network -> network.contains(named));
        return allowed
                ? Optional.empty()
                : Optional.of("the request comes from another address than the one that it names");
    }

    private record Network(InetAddress address, int bits) {
        static Network parse(String text) {
            int slash = text.indexOf('/');
            String host = slash < 0 ? "" : text.substring(0, slash);
            // Only digits, so that no name is looked up.
            if (!host.matches("[0-9a-fA-F:.]+") || !text.substring(slash + 1).matches("[0-9]{1,3}")) {
                throw new IllegalArgumentException("not a network: use address/bits");
            }
            try {
                InetAddress address = InetAddress.getAllByName(host)[0];
                int bits = Integer.parseInt(text.substring(slash + 1));
                if (bits > address.getAddress().length * Byte.SIZE) {
                    throw new IllegalArgumentException("prefix length too long for this address family");
                }
                return new Network(address, bits);
            } catch (UnknownHostException malformed) {
                throw new IllegalArgumentException("not a network: use address/bits", malformed);
            }
        }

        boolean contains(InetAddress other) {
            byte[] own = address.getAddress();
            byte[] bytes = other.getAddress();
            if (bytes.length != own.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >>> (bit % Byte.SIZE);
                if ((bytes[bit / Byte.SIZE] & mask) != (own[bit / Byte.SIZE] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
