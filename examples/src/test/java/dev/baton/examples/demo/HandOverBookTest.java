// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Epoch;
import dev.baton.core.NodeId;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HandOverBookTest {
    private static final NodeId A = NodeId.of("a");
    private static final NodeId B = NodeId.of("b");
    private static final Epoch ONE = Epoch.of(1);
    private static final Epoch TWO = Epoch.of(2);

    private final HandOverBook book = new HandOverBook();

    private Optional<HandOver> bTakesOverAt(long at) {
        return book.began(B, TWO, at, Duration.ZERO);
    }

    @Test
    void theFirstLeaderTakesOverFromNobody() {
        assertThat(book.began(A, ONE, 10, Duration.ZERO)).isEmpty();
    }

    @Test
    void theGapIsFromTheLastActToTheNextBeginning() {
        book.began(A, ONE, 10, Duration.ZERO);
        book.acted(ONE, 50);
        book.ends(ONE, "kill");

        assertThat(bTakesOverAt(80))
                .contains(new HandOver("kill", A, B, ONE, TWO, Duration.ofNanos(30), Duration.ZERO));
        assertThat(book.overlap()).isZero();
    }

    @Test
    void aLeaderThatNeverActedIsCountedFromItsBeginning() {
        book.began(A, ONE, 10, Duration.ZERO);

        assertThat(bTakesOverAt(80).orElseThrow().gap()).isEqualTo(Duration.ofNanos(70));
    }

    @Test
    void actsAreTakenInAnyOrder() {
        book.began(A, ONE, 10, Duration.ZERO);
        book.acted(ONE, 50);
        book.acted(ONE, 40);

        assertThat(bTakesOverAt(80).orElseThrow().gap()).isEqualTo(Duration.ofNanos(30));
    }

    @Test
    void theFirstReasonCounts() {
        book.began(A, ONE, 10, Duration.ZERO);
        book.ends(ONE, "pause");
        book.ends(ONE, "superseded");

        assertThat(bTakesOverAt(80).orElseThrow().cause()).isEqualTo("pause");
    }

    @Test
    void aReasonForAnEarlierLeadershipIsNotThatOfThisOne() {
        book.began(A, ONE, 10, Duration.ZERO);
        bTakesOverAt(80);
        book.ends(ONE, "superseded");

        assertThat(book.began(A, Epoch.of(3), 90, Duration.ZERO).orElseThrow().cause())
                .isEqualTo("unknown");
    }

    @Test
    void aFormerLeadershipThatIsStillCertainIsAnOverlap() {
        book.began(A, ONE, 10, Duration.ZERO);

        HandOver done = book.began(B, TWO, 80, Duration.ofNanos(5)).orElseThrow();

        assertThat(done.overlap()).isEqualTo(Duration.ofNanos(5));
        assertThat(book.overlap()).isEqualTo(Duration.ofNanos(5));
    }

    @Test
    void anActAfterTheNextOneBeganIsAnOverlap() {
        book.began(A, ONE, 10, Duration.ZERO);
        assertThat(bTakesOverAt(80).orElseThrow().overlap()).isZero();

        book.acted(ONE, 93);

        assertThat(book.overlap()).isEqualTo(Duration.ofNanos(13));
    }

    @Test
    void anActThatIsToldLateIsNone() {
        book.began(A, ONE, 10, Duration.ZERO);
        bTakesOverAt(80);

        book.acted(ONE, 70);

        assertThat(book.overlap()).isZero();
    }

    @Test
    void aBeginningBeforeTheLastActIsAnOverlapAndNoGap() {
        book.began(A, ONE, 10, Duration.ZERO);
        book.acted(ONE, 50);

        HandOver done = bTakesOverAt(46).orElseThrow();

        assertThat(done.gap()).isZero();
        assertThat(done.overlap()).isEqualTo(Duration.ofNanos(4));
    }
}
