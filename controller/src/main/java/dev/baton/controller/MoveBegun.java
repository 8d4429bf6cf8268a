// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/**
 * What an operator's move of a partition has begun.
 *
 * @param group that the partition is in, and that moves as a whole
 * @param partitions how many it has: so many move together
 * @param copies whether another node copies; otherwise at most the preferred leader is another one, and nothing waits
 */
public record MoveBegun(GroupId group, int partitions, boolean copies) {
    void write(FieldWriter out) {
        out.number(1, group.value()).number(2, partitions).flag(3, copies);
    }

    static MoveBegun read(byte[] from) {
        long group = 0;
        int partitions = 0;
        boolean copies = false;
        FieldReader in = new FieldReader(from);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> group = in.number();
                case 2 -> partitions = in.number(Integer.MAX_VALUE);
                case 3 -> copies = in.flag();
                default -> {}
            }
        }
        return new MoveBegun(GroupId.of(group), partitions, copies);
    }
}
