// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a member has made of the entries that it applied: the same on all members at the same index, since it depends on
 * the entries alone. Not safe for use by several threads.
 */
final class AppliedState {
    /** The format that this member knows. */
    private final int known;

    ControllerState state = new ControllerState();
    CompletedRequests done = new CompletedRequests();
    /** Counts what was applied, also across a restore into another group, whose log starts from the beginning. */
    long version;
    /** The index of the last entry of this part. */
    long index;

    AppliedState() {
        this(LogFormatVersion.LATEST);
    }

    AppliedState(int known) {
        this.known = known;
    }

    /** What an entry came to: the answer of each item, and what changed. */
    record Applied(List<byte[]> answers, List<StateChange> changes) {
        byte[] toBytes() {
            FieldWriter out = new FieldWriter();
            answers.forEach(answer -> out.bytes(1, answer));
            return out.toBytes();
        }

        static List<byte[]> read(byte[] from) {
            List<byte[]> answers = new ArrayList<>();
            FieldReader in = new FieldReader(from);
            while (in.next()) {
                if (in.field() == 1) {
                    answers.add(in.bytes());
                }
            }
            return answers;
        }
    }

    Applied apply(long at, byte[] entry) {
        index = at;
        Applied applied = new Applied(new ArrayList<>(), new ArrayList<>());
        try {
            DecidedEntry read = DecidedEntry.read(entry, known);
            state.format = Math.max(state.format, read.format());
            read.items().forEach(item -> apply(item, applied));
        } catch (MalformedException | IllegalArgumentException malformed) {
            // The same on every member: none of it is applied, since it is read before.
            applied.answers()
                    .add(RequestAnswer.refused(
                                    new RequestRejectedException(Code.INVALID, "entry: " + malformed.getMessage()),
                                    version)
                            .toBytes());
        }
        return applied;
    }

    private void apply(DecidedEntry.Item item, Applied applied) {
        applied.answers()
                .add(item.request()
                        .map(request -> once(request, item.outcome(), applied))
                        .orElseGet(() -> apply(item.outcome(), applied)));
    }

    private byte[] once(RequestId request, DecisionOutcome outcome, Applied applied) {
        try {
            Optional<byte[]> known = done.answerOf(request);
            if (known.isPresent()) {
                return known.get();
            }
        } catch (RequestRejectedException refusal) {
            return RequestAnswer.refused(refusal, version).toBytes();
        }
        byte[] answer = apply(outcome, applied);
        done.done(request, version, answer);
        return answer;
    }

    private byte[] apply(DecisionOutcome outcome, Applied applied) {
        version++;
        ControllerState draft = state.draft();
        try {
            outcome.applyTo(draft);
        } catch (RequestRejectedException refusal) {
            return RequestAnswer.refused(refusal, version).toBytes();
        }
        draft.keep();
        applied.changes().add(outcome.change(version));
        return RequestAnswer.done(version, outcome.answer()).toBytes();
    }

    byte[] toBytes() {
        return new FieldWriter()
                .number(1, state.format)
                .number(2, version)
                .number(3, index)
                .nested(4, state::write)
                .nested(5, done::write)
                .toBytes();
    }

    static AppliedState read(byte[] from) {
        return read(from, LogFormatVersion.LATEST);
    }

    /** @param known the format that the reader knows */
    static AppliedState read(byte[] from, int known) {
        AppliedState read = new AppliedState(known);
        FieldReader in = new FieldReader(from);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> LogFormatVersion.require(in.number(Integer.MAX_VALUE), known);
                case 2 -> read.version = in.number();
                case 3 -> read.index = in.number();
                case 4 -> read.state = ControllerState.read(in.nested());
                case 5 -> read.done = CompletedRequests.read(in.nested());
                default -> {}
            }
        }
        return read;
    }
}
