// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/**
 * A request cannot be done in the state that it was decided in. That is an outcome like any other: another copy of the
 * same request, which may be under way, must come to the same, though the state may allow it by then.
 */
record RequestRefused(Code code, String message) implements DecisionOutcome {
    static final int KIND = 10;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        throw new RequestRejectedException(code, message);
    }

    @Override
    public StateChange change(long version) {
        throw new IllegalStateException("nothing changed in version " + version);
    }

    @Override
    public void write(FieldWriter out) {
        out.number(1, code.number()).text(2, message);
    }

    static RequestRefused read(FieldReader in) {
        int code = 0;
        String message = "";
        while (in.next()) {
            switch (in.field()) {
                case 1 -> code = in.number(Integer.MAX_VALUE);
                case 2 -> message = in.text();
                default -> {}
            }
        }
        return new RequestRefused(Code.of(code), message);
    }
}
