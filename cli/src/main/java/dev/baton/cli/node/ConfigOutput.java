// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.node;

import dev.baton.cli.ExitCode;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.Output;
import dev.baton.server.NodeConfig;

/** A configuration on show. */
final class ConfigOutput {
    private ConfigOutput() {}

    static int show(NodeConfig config, Output output) {
        if (output.json()) {
            output.document(JsonOutput.object().put("config", config.print()));
        } else {
            output.line(config.print().stripTrailing());
        }
        return ExitCode.OK.number();
    }
}
