// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import java.util.Map;
import java.util.TreeMap;

/** Elections and their epochs as lines of a state file. */
public final class EpochLines {
    private EpochLines() {}

    public static String write(Map<ElectionName, Epoch> epochs) {
        StringBuilder lines = new StringBuilder();
        epochs.forEach((election, epoch) ->
                lines.append(election).append(' ').append(epoch).append('\n'));
        return lines.toString();
    }

    /** @throws IllegalArgumentException if a line is not an election and its epoch, or one is named twice */
    public static Map<ElectionName, Epoch> read(String text) {
        Map<ElectionName, Epoch> epochs = new TreeMap<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ", -1);
            if (words.length != 2
                    || epochs.put(ElectionName.of(words[0]), Epoch.of(Long.parseLong(words[1]))) != null) {
                throw new IllegalArgumentException("\"" + line + "\" is not an election and its epoch");
            }
        }
        return epochs;
    }
}
