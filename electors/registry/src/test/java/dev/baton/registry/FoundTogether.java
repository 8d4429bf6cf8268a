// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.testkit.contract.TestContext;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A node in its own process that says when it has found the two others. Arguments: id, bind address, port, folder, and
 * a DNS name, or a multicast group and its port.
 */
final class FoundTogether {
    private static final int ALL = 3;

    private FoundTogether() {}

    public static void main(String[] arguments) throws Exception {
        Discovery discovery = arguments.length == 5
                ? new Discovery.Dns(arguments[4])
                : new Discovery.Multicast(arguments[4], Integer.parseInt(arguments[5]));
        RegistryConfiguration configuration = RegistryConfiguration.of(
                        "found", Path.of(arguments[3], arguments[0] + ".state"))
                .settings(RegistrySettings.majorityOf(ALL))
                .bind(arguments[1], Integer.parseInt(arguments[2]))
                .discovery(discovery)
                .build();
        try (ThreadLanes lanes = new ThreadLanes(arguments[0], 1, (what, cause) -> {
                    throw new AssertionError(what, cause);
                });
                RegistryElector elector =
                        RegistryElector.with(configuration).start(TestContext.of(arguments[0], lanes))) {
            eventually(
                    "all are found",
                    Duration.ofSeconds(50),
                    () -> elector.members().size() == ALL,
                    elector::members);
            System.out.println("found");
            System.in.read();
        }
    }
}
