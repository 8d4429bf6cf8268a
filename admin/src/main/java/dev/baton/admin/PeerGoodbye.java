// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

/**
 * What a node says last.
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
