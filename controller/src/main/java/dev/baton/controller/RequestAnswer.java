// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/**
 * What a request came to.
 *
 * @param code NONE if it was done
 * @param message why it was refused
 * @param version of the state in which it is done
 * @param body what was asked for
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RequestAnswer(Code code, String message, long version, byte[] body) {
    private static final byte[] EMPTY = {};

    static RequestAnswer done(long version) {
        return done(version, EMPTY);
    }

    static RequestAnswer done(long version, byte[] body) {
        return new RequestAnswer(Code.NONE, "", version, body);
    }

    static RequestAnswer refused(RequestRejectedException refusal, long version) {
        return new RequestAnswer(refusal.code(), String.valueOf(refusal.getMessage()), version, EMPTY);
    }

    /** @throws RequestRejectedException if it was refused */
    RequestAnswer orThrow() {
        if (code != Code.NONE) {
            throw new RequestRejectedException(code, message);
        }
        return this;
    }

    byte[] toBytes() {
        FieldWriter out =
                new FieldWriter().number(1, code.number()).text(2, message).number(3, version);
        return (body.length == 0 ? out : out.bytes(4, body)).toBytes();
    }

    static RequestAnswer read(byte[] from) {
        int code = 0;
        String message = "";
        long version = 0;
        byte[] body = EMPTY;
        FieldReader in = new FieldReader(from);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> code = in.number(Integer.MAX_VALUE);
                case 2 -> message = in.text();
                case 3 -> version = in.number();
                case 4 -> body = in.bytes();
                default -> {}
            }
        }
        return new RequestAnswer(Code.of(code), message, version, body);
    }
}
