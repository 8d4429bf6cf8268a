// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NotLeaderException;
import dev.baton.UnavailableException;
import dev.baton.raft.group.EntryTooLargeException;
import dev.baton.raft.group.PartLeader;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a member answers at its port, and to clients in its own process. Any thread. */
final class GroupAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(GroupAnswers.class);
    private static final int MAX_WAITING = 10_000;

    private final Supplier<MemberStatus> status;
    private final Supplier<Optional<TermLeadership>> lead;
    private final Function<UUID, Optional<MemberStatus>> further;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param further how this member stands in its further groups, by their ids */
    GroupAnswers(
            Supplier<MemberStatus> status,
            Supplier<Optional<TermLeadership>> lead,
            Function<UUID, Optional<MemberStatus>> further) {
        this.status = status;
        this.lead = lead;
        this.further = further;
    }

    CompletableFuture<byte[]> answer(byte[] bytes) {
        try {
            MemberRequest question = MemberRequest.parse(bytes);
            Optional<MemberStatus> elsewhere =
                    question.kind() == MemberRequest.Kind.STATUS ? further.apply(question.cluster()) : Optional.empty();
            if (elsewhere.isPresent()) {
                return CompletableFuture.completedFuture(elsewhere.get().bytes());
            }
            MemberStatus here = status.get();
            if (!question.cluster().equals(MemberRequest.ANY)
                    && !question.cluster().equals(here.cluster())) {
                return refused(question, here.cluster());
            }
            return switch (question.kind()) {
                case STATUS -> CompletableFuture.completedFuture(here.bytes());
                case CALL ->
                    call(question.part(), question.content())
                            .orElseGet(() -> CompletableFuture.completedFuture(
                                    CallAnswer.of(CallAnswer.Kind.NOT_LEADER, here.leader())))
                            .thenApply(CallAnswer::bytes);
            };
        } catch (RuntimeException malformed) {
            return CompletableFuture.failedFuture(malformed);
        }
    }

    private static CompletableFuture<byte[]> refused(MemberRequest question, UUID cluster) {
        String why = "this member belongs to cluster " + cluster + ", not to " + question.cluster();
        return question.kind() == MemberRequest.Kind.CALL
                ? CompletableFuture.completedFuture(
                        CallAnswer.of(CallAnswer.Kind.REFUSED, why).bytes())
                : CompletableFuture.failedFuture(new IllegalArgumentException(why));
    }

    /** Nothing if this member does not lead. */
    Optional<CompletableFuture<CallAnswer>> call(String part, byte[] request) {
        Optional<TermLeadership> leading = lead.get();
        if (leading.isEmpty()) {
            return Optional.empty();
        }
        Optional<PartLeader> side = leading.get().side(part);
        if (side.isEmpty()) {
            return Optional.of(CompletableFuture.completedFuture(
                    CallAnswer.of(CallAnswer.Kind.UNAVAILABLE, "the group has no part " + part)));
        }
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            return Optional.of(CompletableFuture.completedFuture(CallAnswer.of(
                    CallAnswer.Kind.UNAVAILABLE, "more than " + MAX_WAITING + " requests wait at the leader")));
        }
        CompletableFuture<byte[]> answer;
        try {
            answer = side.get().call(request);
        } catch (RuntimeException broken) {
            answer = CompletableFuture.failedFuture(broken);
        }
        return Optional.of(answer.handle((content, problem) -> {
            waiting.decrementAndGet();
            return problem == null
                    ? new CallAnswer(CallAnswer.Kind.ANSWER, content)
                    : failure(part, Futures.cause(problem));
        }));
    }

    private static CallAnswer failure(String part, Throwable problem) {
        if (problem instanceof NotLeaderException) {
            return CallAnswer.of(CallAnswer.Kind.NOT_LEADER, "");
        }
        if (problem instanceof UnavailableException) {
            return CallAnswer.of(CallAnswer.Kind.UNAVAILABLE, String.valueOf(problem.getMessage()));
        }
        if (problem instanceof EntryTooLargeException) {
            return CallAnswer.of(CallAnswer.Kind.TOO_LARGE, String.valueOf(problem.getMessage()));
        }
        if (!(problem instanceof dev.baton.OutcomeUnknownException)) {
            LOG.error("The leader's side of {} failed on a request", part, problem);
        }
        return CallAnswer.of(CallAnswer.Kind.UNKNOWN, String.valueOf(problem.getMessage()));
    }
}
