// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.client.ServerSentEvents.Sent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerSentEventsTest {
    private static List<Sent> read(String... lines) {
        ServerSentEvents events = new ServerSentEvents();
        return List.of(lines).stream()
                .map(events::line)
                .flatMap(Optional::stream)
                .toList();
    }

    @Test
    void anEventEndsWithAnEmptyLine() {
        assertThat(read("id: 7", "event: became_leader", "data: {\"seq\":7}", "", "id: 8", "data:{}", ""))
                .containsExactly(new Sent("7", "{\"seq\":7}"), new Sent("8", "{}"));
    }

    @Test
    void heartbeatsAreNoEvents() {
        assertThat(read(": still here", "", ": still here", "")).isEmpty();
    }

    @Test
    void dataOfSeveralLinesIsOneText() {
        assertThat(read("data: a", "data: b", "")).containsExactly(new Sent("", "a\nb"));
    }

    @Test
    void anEventThatIsCutOffIsNotTold() {
        assertThat(read("id: 7", "data: {\"seq\"")).isEmpty();
    }

    @Test
    void whatIsEndlessIsNotKept() {
        ServerSentEvents events = new ServerSentEvents();
        for (int i = 0; i < 3; i++) {
            events.line("data: " + "x".repeat(1 << 19));
        }

        assertThat(events.line("").orElseThrow().data()).hasSizeLessThanOrEqualTo(1 << 20);
    }
}
