// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.resp.Reply;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static Outcome of(String failure) {
        return Outcome.of(Reply.failure(failure));
    }

    @Test
    void aRedirectNamesTheLeader() {
        assertThat(of("NOT_LEADER node-2 10.0.0.2:25873 12"))
                .isEqualTo(new Outcome.Elsewhere(Optional.of(new ServerAddress("10.0.0.2", 25873))));
        assertThat(of("NOT_LEADER node-2 [::1]:99 12"))
                .isEqualTo(new Outcome.Elsewhere(Optional.of(new ServerAddress("::1", 99))));
    }

    @Test
    void aRedirectWithoutAUsableAddressIsNone() {
        for (String failure : new String[] {
            "NOT_LEADER node-2 - 12", "NOT_LEADER", "NOT_LEADER n :1 1", "NOT_LEADER n h:0 1", "NOT_LEADER n h:70000 1"
        }) {
            assertThat(of(failure)).as(failure).isEqualTo(new Outcome.Elsewhere(Optional.empty()));
        }
    }

    @Test
    void noLeaderAndAnUnknownOutcomeAreToldApart() {
        assertThat(of("NO_LEADER nobody")).isEqualTo(new Outcome.Elsewhere(Optional.empty()));
        assertThat(of("NO_LEADER UNKNOWN 7 over")).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void otherErrorsAreRefusals() {
        assertThat(of("WRONGTYPE x")).isEqualTo(new Outcome.Refused("WRONGTYPE x"));
        assertThat(Outcome.of(Reply.OK)).isEqualTo(new Outcome.Answered(Reply.OK));
    }
}
