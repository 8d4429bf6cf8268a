// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/**
 * The outcome of a restore.
 *
 * @param created topics that no longer existed: they are empty, and have new ids
 * @param altered topics that have the saved settings again, or got partitions that they lacked
 * @param deleted topics that are not in the saved state
 */
public record RestoredTopics(int created, int altered, int deleted) {
    void write(FieldWriter out) {
        out.number(1, created).number(2, altered).number(3, deleted);
    }

    static RestoredTopics read(byte[] from) {
        int created = 0;
        int altered = 0;
        int deleted = 0;
        FieldReader in = new FieldReader(from);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> created = in.number(Integer.MAX_VALUE);
                case 2 -> altered = in.number(Integer.MAX_VALUE);
                case 3 -> deleted = in.number(Integer.MAX_VALUE);
                default -> {}
            }
        }
        return new RestoredTopics(created, altered, deleted);
    }
}
