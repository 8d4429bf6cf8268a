// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.work;

import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names that a message has in it once each, numbered from 1; 0 stands for none. */
final class NameTable {
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();

    int number(String name) {
        return numbers.computeIfAbsent(name, it -> {
            names.add(it);
            return names.size();
        });
    }

    String name(long number) {
        if (number < 1 || number > names.size()) {
            throw new MalformedException("there is no name with the number " + number);
        }
        return names.get((int) number - 1);
    }

    void write(FieldWriter out, int field) {
        names.forEach(name -> out.text(field, name));
    }

    void add(String name) {
        names.add(name);
    }
}
