// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is due when, also when instants are set again and when the clock wraps. */
class WakeQueueTest {
    private final WakeQueue<String> queue = new WakeQueue<>();

    @Test
    void theLastInstantThatWasSetCounts() {
        queue.set("a", 10);
        queue.set("a", 30);
        queue.set("b", 20);

        assertThat(queue.next(0)).isEqualTo(20);
        assertThat(queue.takeDue(19)).isEmpty();
        assertThat(queue.takeDue(29)).containsExactly("b");
        assertThat(queue.takeDue(30)).containsExactly("a");
        assertThat(queue.takeDue(1_000)).isEmpty();
    }

    @Test
    void anInstantThatIsSetBackCounts() {
        queue.set("a", 30);
        queue.set("a", 10);
        queue.set("a", 30);

        assertThat(queue.takeDue(10)).isEmpty();
        assertThat(queue.takeDue(30)).containsExactly("a");
    }

    @Test
    void whatWasRemovedIsNotDue() {
        queue.set("a", 10);
        queue.set("b", 20);
        queue.remove("a");

        assertThat(queue.next(0)).isEqualTo(20);
        assertThat(queue.takeDue(15)).isEmpty();
    }

    @Test
    void theOrderSurvivesTheWrapOfTheClock() {
        queue.set("after", Long.MIN_VALUE + 5);
        queue.set("before", Long.MAX_VALUE - 5);

        assertThat(queue.next(Long.MAX_VALUE - 10)).isEqualTo(Long.MAX_VALUE - 5);
        assertThat(queue.takeDue(Long.MAX_VALUE - 5)).containsExactly("before");
        assertThat(queue.takeDue(Long.MIN_VALUE + 5)).containsExactly("after");
    }

    @Test
    void itAgreesWithAPlainTableOfInstants() {
        SplittableRandom chance = new SplittableRandom(7);
        Map<String, Long> table = new HashMap<>();
        long now = 0;
        for (int i = 0; i < 20_000; i++) {
            String what = "e" + chance.nextInt(40);
            long at = now + chance.nextInt(100);
            queue.set(what, at);
            table.put(what, at);
            if (chance.nextInt(5) == 0) {
                now += chance.nextInt(30);
                long here = now;
                assertThat(queue.takeDue(now))
                        .containsExactlyInAnyOrderElementsOf(table.entrySet().stream()
                                .filter(entry -> entry.getValue() <= here)
                                .map(Map.Entry::getKey)
                                .toList());
                table.values().removeIf(due -> due <= here);
            }
        }
    }
}
