// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmarks.ContenderFigures.Cost;
import dev.baton.benchmarks.ContenderFigures.Pauses;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** The table and the plot of the comparison with peers, from made-up figures. */
class PeersOutputTest {
    private static final Contender BATON = Contenders.ALL.get(0);
    private static final Contender PEER = Contenders.ALL.get(Contenders.ALL.size() - 1);

    private final List<ContenderFigures> figures = List.of(
            new ContenderFigures(
                    BATON,
                    List.of(30.0, 20.0, 40.0),
                    List.of(12.0),
                    new Pauses(List.of(0.0, 0.0), 0),
                    new Cost(1.5, 20, 80),
                    new Cost(2.5, 21, 90),
                    0,
                    List.of()),
            new ContenderFigures(
                    PEER,
                    List.of(1_000.0),
                    List.of(),
                    new Pauses(List.of(5_000.0), 1),
                    new Cost(12, 20, 80),
                    new Cost(1_234, 21, 90),
                    300,
                    List.of("resign: no other process began to act within 34 s")));

    @Test
    void rowHasMediansTheirSpreadAndHowManyBelieved() {
        assertThat(table())
                .contains("| 30 (20–40) | 12 | 0 of 2 | 1.5 / 2.5 | 20 / 21 | 80 / 90 | – |")
                .contains(
                        "| 1,000 | – | 1 of 1, at least 5,000; 1 × the successor gave way | 12 / 1,234 | 20 / 21 | 80 / 90 | 300 |");
    }

    @Test
    void settingsMissingOnesAndTheLoadAreTold() {
        assertThat(table())
                .contains(BATON.setting(), PEER.setting())
                .contains("- etcd: there is none")
                .contains("- " + PEER.label() + ", resign: no other process began to act within 34 s")
                .contains("The run took 8.5 minutes; at its end: load average 3.2 on 2 cores")
                .contains("- " + PEER.label() + ": " + PEER.why());
    }

    @Test
    void everyFastSettingHasAReason() {
        assertThat(Contenders.ALL)
                .allSatisfy(it ->
                        assertThat(!it.why().isEmpty()).isEqualTo(it.setting().startsWith("fast: ")));
    }

    private String table() {
        return new PeersTable(figures, List.of("etcd: there is none"), new Load(3.2, 2), Duration.ofSeconds(510))
                .markdown();
    }

    @Test
    void plotIsXmlWithABarForEachTimeThatWasMeasured() throws Exception {
        String svg = new PeersPlot(figures).svg();

        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        // The background, two bars of Baton and two of the peer.
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(5);
        assertThat(svg).contains(">0 of 2<").contains("not measured").contains("≥ 5.0 s");
    }

    @Test
    void tenTimesAsLongIsAFifthOfThePanelFurther() {
        assertThat(PeersPlot.at(0.2)).isZero();
        assertThat(PeersPlot.at(100) - PeersPlot.at(10)).isEqualTo(PeersPlot.at(10));
        assertThat(PeersPlot.at(1e9)).isEqualTo(5 * PeersPlot.at(10));
    }

    @Test
    void everyContenderSaysWhatActingMeans() {
        assertThat(Contenders.ALL)
                .allSatisfy(contender -> assertThat(Contenders.ACTS.keySet()).anyMatch(contender.name()::startsWith));
    }

    @Test
    void packetsAreCountedForTheConnectionsOfTheseProcesses() {
        String mine = "ESTAB 0 0 127.0.0.1:5000 127.0.0.1:5432 users:((\"java\",pid=17,fd=9)) cubic segs_out:9"
                + " data_segs_out:7 data_segs_in:3";
        String other = mine.replace("pid=17", "pid=18");

        Map<String, Long> sent = ProcessCosts.packets(List.of(mine, other), Set.of(17L));

        assertThat(sent.values()).containsExactly(7L);
        assertThat(ProcessCosts.between(Map.of(), sent)).isEqualTo(7);
        assertThat(ProcessCosts.between(sent, sent)).isZero();
    }
}
