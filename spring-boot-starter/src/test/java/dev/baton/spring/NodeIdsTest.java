// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import org.junit.jupiter.api.Test;

class NodeIdsTest {
    @Test
    void anIdIsMadeOfTheHostAndTheProcess() {
        assertThat(NodeIds.of("Web-1.example.COM", 42)).isEqualTo("web-1.example.com-42");
    }

    @Test
    void noTwoNodesOfAProcessHaveTheSameUntilOneIsGivenBack() {
        assertThat(NodeIds.take("twice", 1)).isEqualTo("twice-1");
        assertThat(NodeIds.take("twice", 1)).isEqualTo("twice-1-2");

        NodeIds.giveBack("twice-1");

        assertThat(NodeIds.take("twice", 1)).isEqualTo("twice-1");
    }

    @Test
    void whateverAHostIsCalledTheIdIsAName() {
        for (String host : new String[] {"", "_", "-a_b-", "h\u00f6st", "x".repeat(300), "a".repeat(99) + "-b"}) {
            assertThat(NodeId.of(NodeIds.of(host, 7)).value()).endsWith("-7");
        }
    }
}
