// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecordsCheckerTest {
    private final RecordsChecker checker = new RecordsChecker();

    @Test
    void whatWasDeletedByItsSettingsNeedNotBeThereAndAllTheRestMust() {
        for (int i = 0; i < 5; i++) {
            checker.acknowledged("r" + i, i);
            checker.seen("along", i, "r" + i);
        }
        checker.startsAt(2);

        checker.readLast("reader", List.of("2=r2", "3=r3", "4=r4"));
        assertThat(checker.problems()).isEmpty();

        checker.readLast("late", List.of("3=r3", "4=r4"));
        assertThat(checker.problems())
                .anyMatch(it -> it.contains("late sees offset 3 where 2 should be"))
                .anyMatch(it -> it.contains("late sees r2 at null, acknowledged at 2"));
    }

    @Test
    void anEndThatIsMissingBehindADeletedBeginningAndAStartThatGoesBackAreSeen() {
        checker.startsAt(2);
        checker.seen("along", 4, "r4");
        checker.readLast("reader", List.of("2=r2", "3=r3"));
        checker.startsAt(1);

        assertThat(checker.problems())
                .anyMatch(it -> it.contains("does not see offset 4"))
                .anyMatch(it -> it.contains("the start went back from 2 to 1"));
    }

    @BeforeEach
    void acknowledgeTwo() {
        checker.acknowledged("a", 0, 1);
        checker.acknowledged("b", 1, 2);
    }

    @Test
    void nothingIsWrongWithWhatWasPromised() {
        checker.read("one", List.of("0=a", "1=b", "2=unknown"));
        checker.read("other", List.of("0=a", "1=b"));

        assertThat(checker.problems()).isEmpty();
    }

    @Test
    void aLostRecordIsFound() {
        checker.read("one", List.of("0=a"));

        assertThat(checker.problems()).containsExactly("one sees b at null, acknowledged at 1");
    }

    @Test
    void aGapIsFound() {
        checker.read("one", List.of("0=a", "1=b", "3=c"));

        assertThat(checker.problems()).containsExactly("one sees offset 3 where 2 should be");
    }

    @Test
    void aDuplicateIsFound() {
        checker.read("one", List.of("0=a", "1=b", "2=a"));

        assertThat(checker.problems()).contains("one sees a at 0 and at 2");
    }

    @Test
    void twoValuesOfOneOffsetAreFound() {
        checker.read("one", List.of("0=a", "1=b", "2=c"));
        checker.read("other", List.of("0=a", "1=b", "2=d"));

        assertThat(checker.problems()).containsExactly("offset 2 is c, and d for other");
    }

    @Test
    void aRecordThatFailedAndIsThereIsFound() {
        checker.failed("c");
        checker.read("one", List.of("0=a", "1=b", "2=c"));

        assertThat(checker.problems()).containsExactly("one sees c, which certainly failed");
    }

    @Test
    void aHighWatermarkThatGoesBackIsFound() {
        checker.acknowledged("c", 0, 1);

        assertThat(checker.problems()).containsExactly("the high watermark went back from 2 to 1");
    }

    @Test
    void aRecordThatSomebodySawAndThatIsGoneIsFound() {
        checker.seen("live", 2, "c");
        checker.readLast("one", List.of("0=a", "1=b"));

        assertThat(checker.problems()).containsExactly("one does not see offset 2, which another reader has seen");
    }

    @Test
    void aReaderMaySeeARecordTwice() {
        checker.seen("group", 0, "a");
        checker.seen("group", 0, "a");

        assertThat(checker.problems()).isEmpty();
        assertThat(checker.seenBy("group")).isEqualTo(1);
    }
}
