// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cli.lab.FakeNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An elector that may show two leaders is never shown as if it could not. */
class WeakGuaranteeTest {
    private static final String ELECTION = """
            {"name":"%s","elector":"registry","guarantee":"%s","candidates":[],"handOvers":0,
             "leader":{"node":"n1","incarnation":"a","epoch":3,"endpoints":{}}}""";
    private static final String WEAK = ELECTION.formatted("orders", "PER_PARTITION");
    private static final String STRONG = ELECTION.formatted("reports", "EXCLUSIVE");
    private static final String LOUD = "ONE LEADER PER PARTITION (quorum: none), not one in all: orders";

    private final FakeNode node = new FakeNode();

    @AfterEach
    void end() {
        node.close();
    }

    private String shown(String path, String answer, String... command) {
        node.on("/api/v1/elections/orders/leaderships", 200, "{\"leaderships\":[]}");
        node.on(path, 200, answer);
        String[] all = Stream.concat(Stream.of(command), Stream.of("--server", node.url()))
                .toArray(String[]::new);
        CommandLab lab = new CommandLab();
        assertThat(lab.run(all)).isZero();
        return lab.out();
    }

    private static String cluster(String elections) {
        return "{\"cluster\":\"baton\",\"answeredBy\":\"n1\",\"at\":\"2026-01-01T00:00:00Z\","
                + "\"nodes\":[],\"unreachable\":[],\"elections\":[" + elections + "]}";
    }

    @Test
    void statusSaysIt() {
        assertThat(shown("/api/v1/cluster", cluster(WEAK + "," + STRONG), "status"))
                .contains(LOUD + "\n");
        assertThat(shown("/api/v1/cluster", cluster(STRONG), "status")).doesNotContain("PARTITION");
    }

    @Test
    void electionsSaysItOfAllAndOfOne() {
        assertThat(shown("/api/v1/elections", "{\"elections\":[" + WEAK + "," + STRONG + "]}", "elections"))
                .contains(LOUD + "\n");
        assertThat(shown("/api/v1/elections/orders", WEAK, "elections", "orders"))
                .contains(LOUD + "\n");
    }
}
