// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

/**
 * What a node says last.
 *
 * @param incarnation the start that ends; a later one of the same node is another
 */
public record Farewell(String incarnation) {
    private static final int LONGEST = 255;

    public Farewell {
        if (incarnation.isEmpty() || incarnation.length() > LONGEST) {
            throw new IllegalArgumentException("not a farewell");
        }
    }
}
