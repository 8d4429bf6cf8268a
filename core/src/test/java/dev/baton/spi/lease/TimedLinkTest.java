// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TimedLinkTest {
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final LeaseRequest RENEW =
            new LeaseRequest.Renew(ORDERS, LeaseToken.random(new SplittableRandom(1)), Duration.ofSeconds(10));

    private final AtomicLong clock = new AtomicLong();
    private final List<Consumer<LeaseReply>> asked = new ArrayList<>();
    private final List<Object> heard = new ArrayList<>();
    private final LeaseLink link = new TimedLink(new RecordingLink(), clock::get, heard::add);

    private final class RecordingLink implements LeaseLink {
        @Override
        public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
            asked.add(answer);
        }

        @Override
        public void close() {
            heard.add("closed");
        }
    }

    private void answerAfter(Duration time, LeaseReply reply) {
        clock.addAndGet(time.toNanos());
        asked.get(0).accept(reply);
    }

    @Test
    void aRenewalIsAnsweredFirstAndThenTimed() {
        link.send(RENEW, reply -> heard.add("answer"));

        answerAfter(Duration.ofMillis(7), new LeaseReply.Answered(Optional.empty()));

        assertThat(heard).containsExactly("answer", Duration.ofMillis(7));
    }

    @Test
    void aRenewalThatFailedHasNoTime() {
        link.send(RENEW, reply -> heard.add("answer"));

        answerAfter(Duration.ofMillis(7), LeaseReply.Failed.unreachable("gone"));

        assertThat(heard).containsExactly("answer");
    }

    @Test
    void statisticsThatFailConcernNobodyElse() {
        LeaseLink failing = new TimedLink(new RecordingLink(), clock::get, took -> {
            heard.add(took);
            throw new AssertionError("no such metric");
        });
        failing.send(RENEW, reply -> heard.add("answer"));

        answerAfter(Duration.ofMillis(7), new LeaseReply.Answered(Optional.empty()));

        assertThat(heard).containsExactly("answer", Duration.ofMillis(7));
    }

    @Test
    void othersAreNotTimed() {
        link.send(new LeaseRequest.Read(ORDERS), reply -> heard.add("answer"));

        answerAfter(Duration.ofMillis(7), new LeaseReply.Answered(Optional.empty()));

        assertThat(heard).containsExactly("answer");
    }

    @Test
    void closingIsPassedOn() {
        link.close();

        assertThat(heard).containsExactly("closed");
    }
}
