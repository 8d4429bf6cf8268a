// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

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
        Duration silent) {}
