// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;

/** Wants the state of a file in place of the present one. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RestoreState(byte[] saved) implements Request {
    static final int KIND = 7;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void check() {
        read().check();
    }

    @Override
    public DecisionOutcome decide(ControllerState state, Choices choices) {
        ControllerState read = read();
        int understood = state.understood(choices.format());
        if (read.format > understood) {
            throw new RequestRejectedException(
                    Code.OUTDATED,
                    "this was saved in format " + read.format + ", and not all nodes know more than " + understood
                            + ": update them first");
        }
        return new StateRestored(read);
    }

    private ControllerState read() {
        try {
            return ControllerState.read(new FieldReader(saved));
        } catch (MalformedException | IllegalArgumentException malformed) {
            throw new RequestRejectedException(Code.INVALID, "this is not a saved state: " + malformed.getMessage());
        }
    }

    @Override
    public void write(FieldWriter out) {
        out.bytes(1, saved);
    }

    static RestoreState read(FieldReader in) {
        byte[] saved = {};
        while (in.next()) {
            if (in.field() == 1) {
                saved = in.bytes();
            }
        }
        return new RestoreState(saved);
    }
}
