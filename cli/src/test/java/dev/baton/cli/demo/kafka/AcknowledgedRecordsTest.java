// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What counts as lost, doubled, out of order, and as a gap. */
class AcknowledgedRecordsTest {
    private final AcknowledgedRecords acknowledged = new AcknowledgedRecords(2);
    private final ConsumedRecords read = new ConsumedRecords(2);

    @Test
    void anAcknowledgedRecordThatIsNotThereIsLost() {
        send(0, 10, 11);
        send(0, 12, 13);
        send(1, 12, 13);
        read.add(0, 0);
        read.add(1, 0);

        assertThat(acknowledged.count()).isEqualTo(3);
        assertThat(acknowledged.missingIn(read)).isEqualTo(1);

        read.add(0, 1);

        assertThat(acknowledged.missingIn(read)).isZero();
    }

    @Test
    void aRecordWithoutAnAnswerMayBeThereOrNot() {
        acknowledged.next(0);
        assertThat(acknowledged.waiting(0)).isEqualTo(1);

        acknowledged.fail(0);

        assertThat(acknowledged.waiting()).isZero();
        assertThat(acknowledged.failed()).isEqualTo(1);
        assertThat(acknowledged.missingIn(read)).isZero();
        read.add(0, 0);
        assertThat(read.duplicates()).isZero();
    }

    @Test
    void aNumberThatComesTwiceIsADuplicateAndOneThatComesLateIsOutOfOrder() {
        read.add(0, 0);
        read.add(0, 2);
        read.add(1, 0);
        assertThat(read.duplicates() + read.outOfOrder()).isZero();

        read.add(0, 1);
        assertThat(read.outOfOrder()).isEqualTo(1);

        read.add(0, 2);
        assertThat(read.duplicates()).isEqualTo(1);
        assertThat(read.count()).isEqualTo(5);
    }

    @Test
    void aGapIsFromOneAnswerOfAPartitionToItsNext() {
        send(0, 10, 100);
        send(1, 10, 500);
        send(0, 20, 250);
        assertThat(acknowledged.longestGap()).isEqualTo(Duration.ofNanos(150));

        acknowledged.mark();
        send(0, 30, 300);

        assertThat(acknowledged.longestGap()).isEqualTo(Duration.ofNanos(150));
        assertThat(acknowledged.longestGapSinceMark()).isEqualTo(Duration.ofNanos(50));
    }

    @Test
    void everyPartitionHasToAcknowledgeWhatWasSentLater() {
        send(0, 10, 11);
        assertThat(acknowledged.everywhere()).isFalse();
        send(1, 10, 40);
        assertThat(acknowledged.everywhere()).isTrue();
        send(0, 31, 32);
        assertThat(acknowledged.everywhereSince(30)).isFalse();

        send(1, 31, 41);

        assertThat(acknowledged.everywhereSince(30)).isTrue();
    }

    private void send(int partition, long sent, long answered) {
        acknowledged.accept(partition, acknowledged.next(partition), sent, answered);
    }
}
