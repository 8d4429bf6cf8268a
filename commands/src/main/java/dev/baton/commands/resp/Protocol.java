// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

import java.util.Optional;

/** The two versions of the protocol. A connection begins with the first and may ask for the second by HELLO. */
public enum Protocol {
    RESP2(2),
    RESP3(3);

    private final int number;

    Protocol(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public static Optional<Protocol> numbered(long number) {
        for (Protocol protocol : values()) {
            if (protocol.number == number) {
                return Optional.of(protocol);
            }
        }
        return Optional.empty();
    }
}
