// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What the demo was asked for.
 *
 * @param script the acts to perform by itself; without one it listens to keys
 * @param json one JSON object per line, rather than words
 */
record Arguments(Optional<List<Act>> script, boolean json) {
    static final String USAGE = "usage: ./baton demo [--script ACT,ACT,...] [--json]    acts: " + Act.words();

    /** @throws IllegalArgumentException if they make no sense; the message says why */
    static Arguments parse(String[] arguments) {
        Optional<List<Act>> script = Optional.empty();
        boolean json = false;
        Iterator<String> rest = List.of(arguments).iterator();
        while (rest.hasNext()) {
            String argument = rest.next();
            switch (argument) {
                case "--json" -> json = true;
                case "--script" -> {
                    if (!rest.hasNext()) {
                        throw new IllegalArgumentException("--script needs acts");
                    }
                    script = Optional.of(acts(rest.next()));
                }
                default -> throw new IllegalArgumentException("unknown argument '" + argument + "'");
            }
        }
        return new Arguments(script, json);
    }

    private static List<Act> acts(String list) {
        List<Act> acts = new ArrayList<>();
        for (String word : list.split(",", -1)) {
            acts.add(Act.ofWord(word.strip())
                    .orElseThrow(() -> new IllegalArgumentException("unknown act '" + word + "'")));
        }
        return acts;
    }
}
