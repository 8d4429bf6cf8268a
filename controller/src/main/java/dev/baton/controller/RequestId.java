// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/**
 * Which request of which client: a retry has the same, so that it is done once. A client has one request open at a
 * time, and numbers them from 1.
 *
 * @param client random
 * @param asOf a version of the state from before the request was first sent
 */
record RequestId(long client, long sequence, long asOf) {
    void write(FieldWriter out) {
        out.number(1, client).number(2, sequence).number(3, asOf);
    }

    static RequestId read(FieldReader in) {
        long client = 0;
        long sequence = 0;
        long asOf = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> client = in.number();
                case 2 -> sequence = in.number();
                case 3 -> asOf = in.number();
                default -> {}
            }
        }
        return new RequestId(client, sequence, asOf);
    }
}
