// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.resp.Reply;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommandOutcomeTest {
    private static CommandOutcome of(String failure) {
        return CommandOutcome.of(Reply.failure(failure));
    }

    @Test
    void aRedirectNamesTheLeader() {
        assertThat(of("NOT_LEADER node-2 10.0.0.2:25873 12"))
                .isEqualTo(new CommandOutcome.Elsewhere(Optional.of(new ServerAddress("10.0.0.2", 25873))));
        assertThat(of("NOT_LEADER node-2 [::1]:99 12"))
                .isEqualTo(new CommandOutcome.Elsewhere(Optional.of(new ServerAddress("::1", 99))));
    }

    @Test
    void aRedirectWithoutAUsableAddressIsNone() {
        for (String failure : new String[] {
            "NOT_LEADER node-2 - 12", "NOT_LEADER", "NOT_LEADER n :1 1", "NOT_LEADER n h:0 1", "NOT_LEADER n h:70000 1"
        }) {
            assertThat(of(failure)).as(failure).isEqualTo(new CommandOutcome.Elsewhere(Optional.empty()));
        }
    }

    @Test
    void noLeaderAndAnUnknownOutcomeAreToldApart() {
        assertThat(of("NO_LEADER nobody")).isEqualTo(new CommandOutcome.Elsewhere(Optional.empty()));
        assertThat(of("NO_LEADER UNKNOWN 7 over")).isInstanceOf(CommandOutcome.Unknown.class);
    }

    @Test
    void otherErrorsAreRefusals() {
        assertThat(of("WRONGTYPE x")).isEqualTo(new CommandOutcome.Refused("WRONGTYPE x"));
        assertThat(CommandOutcome.of(Reply.OK)).isEqualTo(new CommandOutcome.Answered(Reply.OK));
    }
}
