// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import dev.baton.NodeId;
import java.time.Duration;
import java.util.Optional;

/**
 * A node as the directory knows it.
 *
 * @param incarnation empty where only the address is known
 * @param admin the URL of its admin API
 * @param silent how long it has not been heard from
 */
public record DirectoryMember(
        String id,
        String incarnation,
        Optional<String> admin,
        String zone,
        int weight,
        String version,
        Duration silent) {
    private static final Duration SILENT = Duration.ofHours(1);

    /** A node that an elector hears at this moment. */
    public static DirectoryMember heard(NodeId id, String incarnation) {
        return new DirectoryMember(id.value(), incarnation, Optional.empty(), "", 1, "", Duration.ZERO);
    }

    /** A node that an elector knows by its id alone. */
    public static DirectoryMember ofId(NodeId id, boolean heard) {
        return new DirectoryMember(id.value(), "", Optional.empty(), "", 1, "", heard ? Duration.ZERO : SILENT);
    }

    /** A node whose URL is configured; who it is, it says itself. */
    public static DirectoryMember at(String url) {
        return new DirectoryMember(url, "", Optional.of(url), "", 0, "", Duration.ZERO);
    }
}
