// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The section {@code work} of a configuration. */
class WorkConfigTest {
    private static final String SQL = "elector: {type: sql, sql: {url: 'jdbc:h2:mem:config'}}\n";

    private static List<String> problems(String yaml) {
        try {
            NodeConfig.parse(yaml, Map.of());
            return List.of();
        } catch (ConfigurationException wrong) {
            return wrong.problems();
        }
    }

    @Test
    void aNodeMayCoordinateWorkAndDefineTaskLists() {
        assertThat(problems(SQL + """
                work:
                  coordinate: true
                  worker: true
                  takes: [billing/invoices]
                  metadata: [version=1.4, note=a=b]
                  max_moves: 10
                  lists:
                    - {name: billing/invoices, partitions: 64}
                    - {name: mails, partitions: 8, weight: 3}
                    - {name: old, retired: true}
                """)).isEmpty();
    }

    @Test
    void whatMakesNoSenseIsToldWithItsLine() {
        assertThat(problems(SQL + """
                node: {weight: 0}
                elections: [{name: work.a}]
                work:
                  worker: true
                  takes: [no way]
                  metadata: [rack]
                  lists:
                    - {name: a, partitions: -1}
                    - {name: b, partitions: 4}
                    - {name: default/b, partitions: 5}
                    - {partitions: 5}
                """))
                .anyMatch(it -> it.startsWith("node.yml:9: work.lists[0].partitions")
                        && it.contains("is not a number from 0 to 1000000"))
                .anyMatch(it -> it.contains("'rack' is not of the form key=value"))
                .anyMatch(it -> it.contains("duplicate task list default/b"))
                .anyMatch(it -> it.contains("is not a name"))
                .anyMatch(it -> it.contains("work.lists: are for nodes with work.coordinate"))
                .anyMatch(it -> it.contains("needs a node.weight of 1 or more"))
                .anyMatch(it -> it.contains("work.a is taken"))
                .anyMatch(it -> it.startsWith("node.yml:6: work.takes"));
    }

    @Test
    void aCommandNeedsAWorkerNoPeerChannelAndAGraceTimeThatFits() {
        assertThat(problems(SQL + "work: {worker: true, command: [./consume.sh], grace: 1s}\n"))
                .isEmpty();
        assertThat(problems(SQL + "work: {coordinate: true, command: [./consume.sh], grace: 20s}\n"))
                .anyMatch(it -> it.contains("work.command: is for nodes with work.worker: true"))
                .anyMatch(it -> it.contains("work.grace") && it.contains("does not fit a lease"));
        assertThat(problems("""
                        elector: {type: sql, sql: {url: 'jdbc:h2:mem:x', peer: {enabled: true}}}
                        work: {worker: true, command: [./consume.sh]}
                        """)).anyMatch(it -> it.contains("needs elector.sql.peer.enabled: false"));
    }

    @Test
    void workNeedsADatabase() {
        assertThatThrownBy(() -> NodeConfig.parse("work: {coordinate: true}\n", Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("needs elector.type sql");
        assertThat(problems("work: {coordinate: false}\n")).isEmpty();
    }
}
