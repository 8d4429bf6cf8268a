// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

/**
 * The message of a node that stops.
 *
 * @param incarnation the start that ends; a later one of the same node is another
 */
public record PeerGoodbye(String incarnation) {
    private static final int MAX_LENGTH = 255;

    public PeerGoodbye {
        if (incarnation.isEmpty() || incarnation.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("invalid peer goodbye");
        }
    }
}
