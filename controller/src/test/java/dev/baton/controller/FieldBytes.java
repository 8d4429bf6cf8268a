// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldWriter;

/** A state in bytes, to compare. */
final class FieldBytes {
    private FieldBytes() {}

    static byte[] of(ControllerState state) {
        return FieldWriter.message(state::write);
    }
}
