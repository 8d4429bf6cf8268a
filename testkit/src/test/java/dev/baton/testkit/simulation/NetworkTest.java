// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkTest {
    private static final long SECOND = 1_000_000_000;

    private final Scheduler scheduler = new Scheduler(new SeededRandom(1));
    private final Network network = new Network(scheduler, new SeededRandom(2));
    private final List<String> arrived = new ArrayList<>();

    @Test
    void messageArrivesLater() {
        network.send("a", "b", () -> arrived.add("at " + (scheduler.now() > 0)));

        runAll();

        assertThat(arrived).containsExactly("at true");
    }

    @Test
    void cutLosesOneWayOnly() {
        network.cut("a", "b");

        network.send("a", "b", () -> arrived.add("there"));
        network.send("b", "a", () -> arrived.add("back"));
        runAll();

        assertThat(arrived).containsExactly("back");
    }

    @Test
    void cutLosesWhatIsUnderWay() {
        network.send("a", "b", () -> arrived.add("there"));
        network.cut("a", "b");

        runAll();

        assertThat(arrived).isEmpty();
    }

    @Test
    void mendedWayCarriesAgain() {
        network.cut("a", "b");
        network.mend("a", "b");

        network.send("a", "b", () -> arrived.add("there"));
        runAll();

        assertThat(arrived).containsExactly("there");
    }

    @Test
    void slowWayTakesLonger() {
        network.slow("a", "b", Duration.ofMillis(300));

        network.send("a", "b", () -> arrived.add("slow " + (scheduler.now() > 300_000_000)));
        runAll();

        assertThat(arrived).containsExactly("slow true");
    }

    @Test
    void stormLosesEverything() {
        network.weather(new NetworkConditions(Duration.ZERO, Duration.ofMillis(1), 1, 0));

        network.send("a", "b", () -> arrived.add("there"));
        runAll();

        assertThat(arrived).isEmpty();
    }

    @Test
    void echoDeliversTwice() {
        network.weather(new NetworkConditions(Duration.ZERO, Duration.ofMillis(1), 0, 1));

        network.send("a", "b", () -> arrived.add("there"));
        runAll();

        assertThat(arrived).containsExactly("there", "there");
    }

    @Test
    void messagesOvertakeEachOther() {
        network.weather(new NetworkConditions(Duration.ZERO, Duration.ofMillis(100), 0, 0));
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String message = "m" + i;
            sent.add(message);
            network.send("a", "b", () -> arrived.add(message));
        }

        runAll();

        assertThat(arrived).containsExactlyInAnyOrderElementsOf(sent).isNotEqualTo(sent);
    }

    private void runAll() {
        boolean more = true;
        while (more) {
            more = scheduler.step(SECOND);
        }
    }
}
