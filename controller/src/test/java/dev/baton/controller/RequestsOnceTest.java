// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.controller.ControllerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.controller.RequestRejectedException.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RequestsOnceTest {
    private final ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3");

    private CompletableFuture<byte[]> create(long client, long sequence, long asOf, String name) {
        return controller.group.side.call(
                new ControllerCall.Change(new RequestId(client, sequence, asOf), new CreateTopic(name, 1, 1, Map.of()))
                        .toBytes());
    }

    private static Code code(CompletableFuture<byte[]> answer) {
        return RequestAnswer.read(answer.join()).code();
    }

    @Test
    void whatWaitsIsDecidedTogetherInOneEntry() {
        controller.group.atOnce = false;
        int before = controller.group.entries;
        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(create(100 + i, 1, 0, "t" + i));
        }

        assertThat(controller.group.proposed).hasSize(1);
        controller.group.commit();
        assertThat(controller.group.proposed).hasSize(1);
        controller.group.commit();

        assertThat(controller.group.entries).isEqualTo(before + 2);
        assertThat(answers).allSatisfy(it -> assertThat(code(it)).isEqualTo(Code.NONE));
        controller.state().check();
    }

    @Test
    void twoThatWantTheSameNameInOneEntryDoNotBothGetIt() {
        controller.group.atOnce = false;
        CompletableFuture<byte[]> unused = create(1_000, 1, 0, "first");
        CompletableFuture<byte[]> one = create(100, 1, 0, "orders");
        CompletableFuture<byte[]> other = create(101, 1, 0, "orders");
        controller.group.commit();
        controller.group.commit();

        assertThat(code(one)).isEqualTo(Code.NONE);
        assertThat(code(other)).isEqualTo(Code.TOPIC_EXISTS);
    }

    @Test
    void aRetryThatMeetsTheFirstAttemptInTheQueueGetsItsAnswer() {
        controller.group.atOnce = false;
        CompletableFuture<byte[]> unused = create(1_000, 1, 0, "first");
        CompletableFuture<byte[]> one = create(100, 1, 0, "orders");
        CompletableFuture<byte[]> again = create(100, 1, 0, "orders");
        controller.group.commit();
        CompletableFuture<byte[]> inFlight = create(100, 1, 0, "orders");
        controller.group.commit();
        controller.group.commit();

        assertThat(again.join()).isEqualTo(one.join()).isEqualTo(inFlight.join());
        assertThat(code(one)).isEqualTo(Code.NONE);
    }

    @Test
    void anOldRequestThatComesLateIsNotDone() {
        create(100, 1, 0, "a").join();
        create(100, 3, 0, "b").join();

        assertThat(code(create(100, 2, 0, "c"))).isEqualTo(Code.STALE);
        assertThat(controller.state().topics.size()).isEqualTo(2);
    }

    @Test
    void theTableOfClientsIsBoundedAndARetryOfOneThatWasForgottenIsNotDoneAgain() {
        long start = controller.part.version();
        create(100, 1, start, "orders").join();
        controller.client.deleteTopic("orders", PATIENCE).join();
        for (int i = 0; i < CompletedRequests.MAX_CLIENTS; i++) {
            create(1_000 + i, 1, controller.part.version(), "t" + i).join();
        }

        assertThat(code(create(100, 1, start, "orders"))).isEqualTo(Code.FORGOTTEN);
        assertThat(code(create(9_999_999, 1, controller.part.version(), "orders")))
                .isEqualTo(Code.NONE);
        int clients = controller.part.readApplied(it -> it.done.clients());
        assertThat(clients).isEqualTo(CompletedRequests.MAX_CLIENTS);
    }

    @Test
    void theTableIsPartOfTheSnapshot() {
        create(100, 1, 0, "orders").join();
        ControllerPart other = controller.newPart();
        SnapshotBytes.restore(other, SnapshotBytes.of(controller.part));

        assertThat(SnapshotBytes.hash(other)).isEqualTo(SnapshotBytes.hash(controller.part));
        Optional<byte[]> answer = other.readApplied(it -> it.done.answerOf(new RequestId(100, 1, 0)));
        assertThat(answer).isPresent();
    }

    @Test
    void moreThanCanWaitAreTurnedAway() {
        controller.group.atOnce = false;
        for (int i = 0; i < BatchedDecisions.MAX_WAITING + 1; i++) {
            CompletableFuture<byte[]> unused = create(10_000 + i, 1, 0, "t" + i);
        }

        assertThat(code(create(9, 1, 0, "one-more"))).isEqualTo(Code.BUSY);
    }

    @Test
    void anEntryStaysSmallAndTheRestIsDecidedNext() {
        controller.group.atOnce = false;
        CompletableFuture<byte[]> unused = create(1_000, 1, 0, "first");
        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            answers.add(controller.group.side.call(new ControllerCall.Change(
                            new RequestId(100 + i, 1, 0), new CreateTopic("t" + i, 80_000, 1, Map.of()))
                    .toBytes()));
        }
        int entries = controller.group.entries;
        while (!controller.group.proposed.isEmpty()) {
            assertThat(controller.group.proposed.get(0).entry().length).isLessThan(1 << 20);
            controller.group.commit();
        }

        assertThat(controller.group.entries).isGreaterThan(entries + 2);
        assertThat(answers).allSatisfy(it -> assertThat(code(it)).isEqualTo(Code.NONE));
    }

    @Test
    void oneThatIsTooLargeIsRefusedAndThoseThatWaitBesideItAreDone() {
        controller.group.atOnce = false;
        controller.group.maxEntryBytes = 10_000;
        CompletableFuture<byte[]> unused = create(1_000, 1, 0, "first");
        CompletableFuture<byte[]> one = create(100, 1, 0, "one");
        CompletableFuture<TopicId> large = controller.client.createTopic("large", 80_000, 1, Map.of(), PATIENCE);
        CompletableFuture<byte[]> other = create(101, 1, 0, "other");
        while (!controller.group.proposed.isEmpty()) {
            controller.group.commit();
        }

        assertThat(code(one)).isEqualTo(Code.NONE);
        assertThat(code(other)).isEqualTo(Code.NONE);
        assertThat(ControllerFixture.failure(large))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        it -> assertThat(it.code()).isEqualTo(Code.LIMIT));
        assertThat(controller.state().topics.size()).isEqualTo(3);
    }
}
