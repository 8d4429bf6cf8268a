// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static dev.baton.BatonTest.assertNoThreadsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.baton.spi.Elector;
import dev.baton.spi.Guarantee;
import dev.baton.spi.ManualElector;
import dev.baton.standalone.StandaloneElector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node and its elector: what it is given, what it must promise, and that it is closed. */
@Timeout(60)
class BatonElectorTest {
    private static final Guarantee PER_PARTITION = new Guarantee(
            Guarantee.Exclusivity.PER_PARTITION, Guarantee.EpochMemory.PROCESS, "one leader per partition");

    @Test
    void anElectorThatCannotBeMadeLeavesNothingBehind() {
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> Baton.node("n-throws").start(context -> {
                    context.lanes().open("used").execute(() -> {});
                    throw new UnavailableException("no store");
                }));

        assertNoThreadsOf("n-throws");
    }

    @Test
    void aMissingElectorIsRefusedByName() {
        assertThatNullPointerException()
                .isThrownBy(() -> Baton.node("n-null").start(context -> null))
                .withMessage("elector");
        assertNoThreadsOf("n-null");
    }

    @Test
    void aPromiseThatIsTooWeakIsRefusedAndTheElectorClosed() {
        ManualElector elector = new ManualElector().guarantee(PER_PARTITION);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Baton.node("n-weak").requireExclusive().start(context -> {
                    context.lanes().open("used").execute(() -> {});
                    return elector;
                }))
                .withMessage("elector: exclusive leadership is required, but one leader per partition");

        assertThat(elector.takeAsked()).endsWith("close");
        assertNoThreadsOf("n-weak");
    }

    @Test
    void anElectorThatCannotStateItsPromiseIsClosed() {
        ManualElector elector = new ManualElector().breakAt("guarantee");

        assertThatIllegalStateException()
                .isThrownBy(() -> Baton.node("n-mute").requireExclusive().start(context -> elector));

        assertThat(elector.takeAsked()).endsWith("close");
    }

    @Test
    void theElectorIsTheOneOfThisNodeAndItsIncarnation() {
        AtomicReference<Node> told = new AtomicReference<>();

        try (Baton baton = Baton.node("n-told").start(context -> {
            told.set(context.node());
            return StandaloneElector.inMemory().start(context);
        })) {
            assertThat(told.get()).isEqualTo(baton.node());
            assertThat(baton.stand("orders").start().node()).isEqualTo(baton.node());
        }
    }

    @Test
    void faultsOfTheElectorGoToTheHandlerOfTheNode() {
        List<String> faults = new CopyOnWriteArrayList<>();

        try (Baton baton = Baton.node("n-faulty")
                .faults((what, cause) -> faults.add(what))
                .start(context -> {
                    context.faults().fault("the socket is lost", new IllegalStateException());
                    return StandaloneElector.inMemory().start(context);
                })) {
            assertThat(faults).containsExactly("the socket is lost");
        }
    }

    @Test
    void theElectorIsReachedAsWhatItIs() {
        ManualElector elector = new ManualElector();

        try (Baton baton = Baton.node("n-typed").start(context -> elector)) {
            assertThat(baton.elector(ManualElector.class)).isSameAs(elector);
            assertThat(baton.elector(Elector.class)).isSameAs(elector);
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> baton.elector(StandaloneElector.class))
                    .withMessage("elector: n-typed was started with a ManualElector, not with a StandaloneElector");
        }
    }

    @Test
    void aWeakPromiseIsFineForWhoDoesNotAskForMore() {
        try (Baton baton = Baton.node("n-fine").start(context -> new ManualElector().guarantee(PER_PARTITION))) {
            assertThat(baton.guarantee()).isEqualTo(PER_PARTITION);
        }
    }

    @Test
    void anElectorThatFailsToCloseDoesNotKeepTheThreads() {
        Baton baton = Baton.node("n-stuck").start(context -> {
            context.lanes().open("used").execute(() -> {});
            return new ManualElector().breakAt("close");
        });

        assertThatIllegalStateException().isThrownBy(baton::close);

        assertNoThreadsOf("n-stuck");
    }
}
