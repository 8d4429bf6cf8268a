// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** How one node of the lab is started; travels as the arguments of its process. */
record LabOptions(
        String node, String url, String user, Path passwordFile, Duration lease, boolean peers, Path history) {
    List<String> asArguments() {
        return List.of(
                node,
                url,
                user,
                passwordFile.toString(),
                Long.toString(lease.toMillis()),
                Boolean.toString(peers),
                history.toString());
    }

    static LabOptions of(String[] arguments) {
        return new LabOptions(
                arguments[0],
                arguments[1],
                arguments[2],
                Path.of(arguments[3]),
                Duration.ofMillis(Long.parseLong(arguments[4])),
                Boolean.parseBoolean(arguments[5]),
                Path.of(arguments[6]));
    }
}
