// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.CliEnvironment;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Output;
import dev.baton.cli.screen.Table;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The leader-only services, and how they fare. */
@Command(name = "duties", description = "The duties of the cluster: where they run, how often they were restarted.")
public final class DutiesCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    public DutiesCommand(CliEnvironment environment) {
        this.asked = new Asked(environment);
    }

    @Override
    public Integer call() {
        Output output = asked.output();
        JsonNode answer = asked.client().get("/api/v1/duties");
        if (output.json()) {
            output.document(answer);
            return ExitCode.OK.number();
        }
        Table table = new Table("DUTY", "ELECTION", "NODE", "STATE", "EPOCH", "RESTARTS", "LAST ERROR");
        answer.path("duties")
                .forEach(duty -> table.row(
                        duty.path("name").asText(),
                        duty.path("election").asText(),
                        duty.path("node").asText(),
                        duty.path("state").asText(),
                        duty.path("epoch").asText(),
                        duty.path("restarts").asText(),
                        duty.path("lastError").asText()));
        output.table(table);
        return ExitCode.OK.number();
    }
}
