// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long to wait for the next leader. */
final class WaitOption {
    @Option(
            names = "--wait",
            paramLabel = "SPAN",
            defaultValue = "10s",
            description = "How long to wait for the next leader; 0s does not wait. Default: ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ofSeconds(10);

    Duration patience() {
        return patience;
    }
}
