// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.core.NodeId;
import dev.baton.server.directory.Member;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a node says of itself, or of another that it has heard of.
 *
 * @param silentMs how long ago that one was heard
 */
public record Introduction(
        String id, String incarnation, String admin, String zone, int weight, String version, long silentMs) {
    private static final int LONGEST = 255;
    private static final int MOST_WEIGHT = 1_000;

    public Introduction {
        NodeId.of(id);
        URI url = URI.create(admin);
        boolean plain = List.of("http", "https").contains(String.valueOf(url.getScheme()))
                && url.getHost() != null
                && url.getUserInfo() == null
                && url.getQuery() == null
                && (url.getPath().isEmpty() || url.getPath().equals("/"));
        if (!plain
                || admin.length() > LONGEST
                || incarnation.isEmpty()
                || incarnation.length() > LONGEST
                || zone.length() > LONGEST
                || version.length() > LONGEST
                || weight < 0
                || weight > MOST_WEIGHT
                || silentMs < 0) {
            throw new IllegalArgumentException("not an introduction");
        }
    }

    static Optional<Introduction> of(Member member) {
        return member.admin()
                .map(admin -> new Introduction(
                        member.id(),
                        member.incarnation(),
                        admin,
                        member.zone(),
                        member.weight(),
                        member.version(),
                        member.silent().toMillis()));
    }

    Member member(Duration silent) {
        return new Member(id, incarnation, Optional.of(admin), zone, weight, version, silent);
    }

    /** All that a node has heard of, itself included. */
    public record Round(List<Introduction> members) {
        public Round {
            members = List.copyOf(members);
        }
    }
}
