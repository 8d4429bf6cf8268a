// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.Confirmation;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Json;
import dev.baton.cli.Output;
import dev.baton.cli.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Asks the leader to step down. */
@Command(name = "resign", description = "Ask an election's leader to step down; whoever is next takes over.")
public final class ResignCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    @Parameters(paramLabel = "ELECTION")
    private String election = "";

    public ResignCommand(Surroundings surroundings) {
        this.asked = new Asked(surroundings);
    }

    @Override
    public Integer call() {
        Output output = asked.output();
        Operation operation = Operation.on(election, asked.client());
        confirmation.require(operation.description() + ". Shall it resign?", asked.surroundings());
        JsonNode answer = operation.perform("resign", Json.object());
        if (output.json()) {
            output.document(answer);
        } else {
            output.line(operation.description() + " and resigns");
        }
        return ExitCode.OK.number();
    }
}
