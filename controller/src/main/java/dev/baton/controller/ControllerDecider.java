// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.BatchedDecisions.Decision;
import dev.baton.controller.BatchedDecisions.Reply;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides what requests come to, each on a draft with what was decided before it, by the function that applies it. */
final class ControllerDecider implements BatchedDecisions.Decider<UndecidedRequest> {
    /** A larger entry gets no further changes. */
    private static final int FULL_ENTRY = 512 * 1024;

    private final ControllerPart part;
    private final Request.Choices choices;

    ControllerDecider(ControllerPart part, Request.Choices choices) {
        this.part = part;
        this.choices = choices;
    }

    @Override
    public Decision decide(List<UndecidedRequest> requests) {
        return part.readApplied(applied -> new Batch(applied).decide(requests));
    }

    @Override
    public List<byte[]> answers(byte[] applied) {
        return AppliedState.Applied.read(applied);
    }

    @Override
    public byte[] busy() {
        return RequestAnswer.refused(
                        new RequestRejectedException(Code.BUSY, "too many requests wait; try again later"),
                        part.version())
                .toBytes();
    }

    /** The last request of a client in an entry, and which item it is. */
    private record Latest(long sequence, int item) {}

    /** One entry in the making. */
    private final class Batch {
        private final AppliedState applied;
        private final ControllerState draft;
        private final List<DecidedEntry.Item> items = new ArrayList<>();
        private final Map<Long, Latest> latest = new HashMap<>();
        private int size;

        Batch(AppliedState applied) {
            this.applied = applied;
            this.draft = applied.state.draft();
        }

        Decision decide(List<UndecidedRequest> requests) {
            List<Reply> replies = new ArrayList<>();
            for (UndecidedRequest wanted : requests) {
                if (size >= FULL_ENTRY) {
                    break;
                }
                try {
                    replies.add(
                            wanted instanceof UndecidedRequest.Asked asked
                                    ? asked(asked)
                                    : noticed((UndecidedRequest.Noticed) wanted));
                } catch (RequestRejectedException refusal) {
                    replies.add(Reply.known(
                            RequestAnswer.refused(refusal, applied.version).toBytes()));
                }
            }
            return new Decision(items.isEmpty() ? null : new DecidedEntry(format(), items).toBytes(), replies);
        }

        /** The lowest that all nodes know, those that leave or come with this entry included. */
        private int format() {
            int understood = Math.min(applied.state.understood(choices.format()), draft.understood(choices.format()));
            // What a member knows that has not registered yet is not known either.
            boolean allRegistered =
                    choices.members().get().stream().allMatch(it -> applied.state.nodes.get(it) != null);
            return Math.max(draft.format, allRegistered ? understood : LogFormatVersion.FIRST);
        }

        private Reply asked(UndecidedRequest.Asked asked) {
            RequestId id = asked.id();
            Optional<byte[]> known = applied.done.answerOf(id);
            if (known.isPresent()) {
                return Reply.known(known.get());
            }
            Latest last = latest.get(id.client());
            if (last != null && last.sequence() == id.sequence()) {
                return Reply.item(last.item());
            }
            if (last != null && last.sequence() > id.sequence()) {
                throw new RequestRejectedException(Code.STALE, "a later request of the same client came first");
            }
            int item = add(Optional.of(id), asked.request());
            latest.put(id.client(), new Latest(id.sequence(), item));
            return Reply.item(item);
        }

        private Reply noticed(UndecidedRequest.Noticed noticed) {
            noticed.outcomes(draft).forEach(outcome -> add(Optional.empty(), outcome));
            return items.isEmpty()
                    ? Reply.known(RequestAnswer.done(applied.version).toBytes())
                    : Reply.item(items.size() - 1);
        }

        private int add(Optional<RequestId> id, Request request) {
            try {
                return add(id, request.decide(draft, choices));
            } catch (RequestRejectedException refusal) {
                DecisionOutcome refused = new RequestRefused(refusal.code(), String.valueOf(refusal.getMessage()));
                return put(id, refused);
            }
        }

        private int add(Optional<RequestId> request, DecisionOutcome outcome) {
            ControllerState next = draft.draft();
            outcome.applyTo(next);
            next.keep();
            return put(request, outcome);
        }

        private int put(Optional<RequestId> request, DecisionOutcome outcome) {
            items.add(new DecidedEntry.Item(request, outcome));
            size += FieldWriter.message(outcome::write).length;
            return items.size() - 1;
        }
    }
}
