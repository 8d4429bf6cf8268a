// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.work;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.UnavailableException;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.work.WorkVersion;
import java.util.List;

/**
 * What a call of a work store came to: the version with it, or why it was refused.
 *
 * @param fencedBy the higher epoch that was seen; 0 if it was not fenced off
 */
record WorkAnswer(Kind kind, WorkVersion version, String message, long fencedBy) {
    /** How it went. */
    enum Kind {
        DONE,
        INVALID,
        FENCED,
        BUSY,
        /** For another version than the present one: nothing was done. */
        OVERTAKEN
    }

    /** Their places are part of the encoding, and never change. */
    private static final List<Kind> KINDS = List.of(Kind.DONE, Kind.INVALID, Kind.FENCED, Kind.BUSY, Kind.OVERTAKEN);

    static WorkAnswer done(WorkVersion version) {
        return new WorkAnswer(Kind.DONE, version, "", 0);
    }

    static WorkAnswer invalid(RuntimeException why, WorkVersion version) {
        return new WorkAnswer(Kind.INVALID, version, String.valueOf(why.getMessage()), 0);
    }

    static WorkAnswer fenced(FencedException why, WorkVersion version) {
        return new WorkAnswer(Kind.FENCED, version, "", why.current().value());
    }

    static WorkAnswer busy() {
        return new WorkAnswer(Kind.BUSY, WorkVersion.NONE, "too many calls wait", 0);
    }

    /** The version in which it is done. */
    WorkVersion orThrow(ElectionName election, Epoch presented) {
        return switch (kind) {
            case DONE, OVERTAKEN -> version;
            case INVALID -> throw new IllegalArgumentException(message);
            case FENCED -> throw new FencedException(election, presented, Epoch.of(fencedBy));
            case BUSY -> throw new UnavailableException(message);
        };
    }

    byte[] toBytes() {
        return new FieldWriter()
                .number(1, KINDS.indexOf(kind))
                .number(2, version.definitions())
                .number(3, version.assignments())
                .text(4, message)
                .number(5, fencedBy)
                .toBytes();
    }

    static WorkAnswer read(byte[] from) {
        int kind = 0;
        long definitions = 0;
        long assignments = 0;
        String message = "";
        long fencedBy = 0;
        FieldReader in = new FieldReader(from);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> kind = in.number(KINDS.size() - 1);
                case 2 -> definitions = in.number();
                case 3 -> assignments = in.number();
                case 4 -> message = in.text();
                case 5 -> fencedBy = in.number();
                default -> {}
            }
        }
        return new WorkAnswer(KINDS.get(kind), new WorkVersion(definitions, assignments), message, fencedBy);
    }
}
