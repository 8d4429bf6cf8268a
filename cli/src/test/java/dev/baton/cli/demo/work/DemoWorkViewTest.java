// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DemoWorkViewTest {
    private static DemoWorkView view(Set<String> takers, Map<Integer, String> owners) {
        return new DemoWorkView(3, new TreeMap<>(owners), takers, Set.of(), takers, Set.of());
    }

    @Test
    void itIsSettledWhenAllAreOwnedEvenly() {
        assertThat(view(Set.of("w1", "w2"), Map.of(0, "w1", 1, "w2", 2, "w1")).isSettled())
                .isTrue();
    }

    @Test
    void itIsNotSettledWhileOneIsUnowned() {
        DemoWorkView view = view(Set.of("w1", "w2"), Map.of(0, "w1", 2, "w2"));

        assertThat(view.isSettled()).isFalse();
        assertThat(view.unowned()).containsExactly(1);
    }

    @Test
    void itIsNotSettledWhileAWorkerThatIsToHaveNoneHasOne() {
        assertThat(view(Set.of("w1", "w2"), Map.of(0, "w1", 1, "w2", 2, "w3")).isSettled())
                .isFalse();
    }

    @Test
    void itIsNotSettledWhileANewWorkerHasLessThanItsShare() {
        assertThat(view(Set.of("w1", "w2"), Map.of(0, "w1", 1, "w1", 2, "w1")).isSettled())
                .isFalse();
    }

    @Test
    void itIsNotSettledWithoutWorkers() {
        assertThat(DemoWorkView.empty(3).isSettled()).isFalse();
    }
}
