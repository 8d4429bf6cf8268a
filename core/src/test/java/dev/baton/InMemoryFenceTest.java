// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.internal.candidate.HeldLeadership;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InMemoryFenceTest {
    private final InMemoryFence fence = new InMemoryFence();

    @Test
    void theSameAndHigherEpochsPass() {
        fence.pass(Sample.ORDERS, Epoch.of(3));
        fence.pass(Sample.ORDERS, Epoch.of(3));
        fence.pass(Sample.ORDERS, Epoch.of(9));

        assertThat(fence.highest(Sample.ORDERS)).isEqualTo(Epoch.of(9));
    }

    @Test
    void anOlderEpochIsRefusedAndChangesNothing() {
        fence.pass(Sample.ORDERS, Epoch.of(5));

        assertThatExceptionOfType(FencedException.class)
                .isThrownBy(() -> fence.pass(Sample.ORDERS, Epoch.of(4)))
                .withMessage("epoch 4 of orders is fenced off: epoch 5 has been seen");
        assertThat(fence.highest(Sample.ORDERS)).isEqualTo(Epoch.of(5));
    }

    @Test
    void electionsDoNotFenceEachOther() {
        fence.pass(Sample.ORDERS, Epoch.of(5));

        fence.pass(ElectionName.of("billing"), Epoch.of(1));

        assertThat(fence.highest(ElectionName.of("billing"))).isEqualTo(Epoch.of(1));
        assertThat(fence.highest(ElectionName.of("other"))).isEqualTo(Epoch.NONE);
    }

    @Test
    void anEpochThatIsNeverGrantedIsAWrongCall() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fence.pass(Sample.ORDERS, Epoch.NONE))
                .withMessage("epoch 0 of orders is never granted");
    }

    @Test
    void aLeadershipPassesUnderItsEpochAlsoWhenItIsOver() {
        HeldLeadership tenure = new HeldLeadership(Sample.ORDERS, Sample.ALPHA, Epoch.of(2), new ManualTicker(0), 1);
        tenure.end();

        fence.pass(tenure);

        assertThat(fence.highest(Sample.ORDERS)).isEqualTo(Epoch.of(2));
    }

    @Test
    void theEffectOfARefusedEpochDoesNotHappen() {
        List<String> written = new ArrayList<>();
        fence.guard(Sample.ORDERS, Epoch.of(2), () -> written.add("new"));

        assertThatExceptionOfType(FencedException.class)
                .isThrownBy(() -> fence.guard(Sample.ORDERS, Epoch.of(1), () -> written.add("old")));

        assertThat(written).containsExactly("new");
    }

    @Test
    @Timeout(60)
    void effectsOfManyThreadsHappenInTheOrderOfTheirEpochs() throws Exception {
        List<Long> written = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (long first = 1; first <= 4; first++) {
                long start = first;
                writers.add(threads.submit(() -> {
                    for (long epoch = start; epoch < 2_000; epoch += 4) {
                        write(written, epoch);
                    }
                }));
            }
            for (Future<?> writer : writers) {
                writer.get(30, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(written).isSorted().contains(1_999L);
    }

    private void write(List<Long> written, long epoch) {
        try {
            fence.guard(Sample.ORDERS, Epoch.of(epoch), () -> written.add(epoch));
        } catch (FencedException replaced) {
            // Someone newer was here: what a fence is for.
        }
    }
}
