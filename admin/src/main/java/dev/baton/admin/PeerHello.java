// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import dev.baton.NodeId;
import java.net.URI;
import java.util.List;

/**
 * A node's announcement of itself, or of another node that it knows.
 *
 * @param silentMs how long ago it was heard
 */
public record PeerHello(
        String id,
        String incarnation,
        String admin,
        String zone,
        int weight,
        String version,
        @FieldDoc("how long ago it was heard") long silentMs) {
    private static final int MAX_LENGTH = 255;
    private static final int MAX_WEIGHT = 1_000;

    public PeerHello {
        NodeId.of(id);
        URI url = URI.create(admin);
        boolean plain = List.of("http", "https").contains(String.valueOf(url.getScheme()))
                && url.getHost() != null
                && url.getUserInfo() == null
                && url.getQuery() == null
                && (url.getPath().isEmpty() || url.getPath().equals("/"));
        if (!plain
                || admin.length() > MAX_LENGTH
                || incarnation.isEmpty()
                || incarnation.length() > MAX_LENGTH
                || zone.length() > MAX_LENGTH
                || version.length() > MAX_LENGTH
                || weight < 0
                || weight > MAX_WEIGHT
                || silentMs < 0) {
            throw new IllegalArgumentException("invalid peer hello");
        }
    }
}
