// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.lab;

import dev.baton.spi.MonotonicTime;
import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What processes wrote down, by the monotonic clock that all processes of a host share:
 *
 * <ul>
 *   <li>{@code S worker partition token nanos}: the worker starts to act on a partition.
 *   <li>{@code E worker partition token nanos}: it has stopped.
 *   <li>{@code M worker session nanos}: the session may act at that time, and with it all that was started in it.
 * </ul>
 */
public final class WorkHistories {
    private final List<Spell> spells = new ArrayList<>();

    /** A worker acts on a partition, at least from its start until the last time that its session may act. */
    public static final class Spell {
        private final String process;
        private final String worker;
        private final String partition;
        private final long token;
        private final long started;
        private long acted;
        private boolean ended;

        private Spell(String process, String[] words) {
            this.process = process;
            this.worker = words[1];
            this.partition = words[2];
            this.token = Long.parseLong(words[3]);
            this.started = Long.parseLong(words[4]);
            this.acted = started;
        }

        public String process() {
            return process;
        }

        /** Whether its worker has not said that it stopped. */
        public boolean isOpen() {
            return !ended;
        }

        public String worker() {
            return worker;
        }

        public String partition() {
            return partition;
        }

        public long token() {
            return token;
        }

        public long started() {
            return started;
        }

        private void mayAct(long at) {
            acted = MonotonicTime.isBefore(acted, at) ? at : acted;
        }
    }

    /** Adds what a process wrote down so far; a line that was cut off by a kill is left out. */
    void add(String process, Path file) {
        Map<String, Map<String, Spell>> open = new HashMap<>();
        for (String line : complete(file)) {
            String[] words = line.split(" ", -1);
            Map<String, Spell> mine = open.computeIfAbsent(words[1], it -> new HashMap<>());
            switch (words[0]) {
                case "S" -> {
                    Spell begun = new Spell(process, words);
                    spells.add(begun);
                    mine.put(words[2], begun);
                }
                case "E" -> end(mine.remove(words[2]));
                case "M" -> mine.values().forEach(spell -> spell.mayAct(Long.parseLong(words[3])));
                default -> throw new IllegalArgumentException(file + ": " + line);
            }
        }
    }

    private static void end(@Nullable Spell spell) {
        if (spell != null) {
            spell.ended = true;
        }
    }

    private static List<String> complete(Path file) {
        try {
            String text = Files.readString(file);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** As a history of elections: a partition is an election, its token the epoch. */
    History asHistory() {
        List<HistoryEvent> events = new ArrayList<>();
        for (Spell spell : spells) {
            events.add(event(spell, Op.DUTY_STARTED, spell.started));
            events.add(event(spell, Op.DUTY_STOPPED, spell.acted));
        }
        return new History(events);
    }

    private static HistoryEvent event(Spell spell, Op op, long at) {
        return new HistoryEvent(0, spell.process, spell.worker, at, 0, Kind.INFO, op, spell.partition, spell.token, "");
    }

    /** The newest start of each partition. */
    public Map<String, Spell> newest() {
        Map<String, Spell> newest = new HashMap<>();
        for (Spell spell : spells) {
            newest.merge(spell.partition, spell, (one, other) -> one.token < other.token ? other : one);
        }
        return newest;
    }

    int size() {
        return spells.size();
    }
}
