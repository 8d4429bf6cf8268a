// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;

/** A name and its value, as stored. */
record NamedValue(String key, String value) {
    static NamedValue read(FieldReader in) {
        String key = "";
        String value = "";
        while (in.next()) {
            switch (in.field()) {
                case 1 -> key = in.text();
                case 2 -> value = in.text();
                default -> {}
            }
        }
        return new NamedValue(key, value);
    }
}
