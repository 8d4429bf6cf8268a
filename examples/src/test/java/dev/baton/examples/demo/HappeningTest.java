// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HappeningTest {
    @Test
    void jsonKeepsTheOrderAndTheTypes() {
        assertThat(Happening.of("act", "kill n1")
                        .with("node", "n1")
                        .with("epoch", 7L)
                        .with("gap_ms", Happening.millis(Duration.ofNanos(1_234_567)))
                        .with("ok", true)
                        .json())
                .isEqualTo("{\"type\":\"act\",\"node\":\"n1\",\"epoch\":7,\"gap_ms\":1.235,\"ok\":true}");
    }

    @Test
    void jsonQuotesWhatMustBeQuoted() throws Exception {
        String nasty = "a \"b\" \\ c\n\t→";

        JsonNode read = new ObjectMapper()
                .readTree(Happening.of("event", "").with("what", nasty).json());

        assertThat(read.get("what").asText()).isEqualTo(nasty);
    }
}
