// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.internal.state.EpochLines;
import dev.baton.internal.state.StateFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The state file of a voter: its mark, if it has one, the longest lease, the marks of other voters, and one line per
 * election. */
public final class LedgerFile implements Ledger {
    private static final String REMEDY =
            "restore it, or remove all that this node has stored, not one file of several, once nothing remembers its"
                    + " epochs";
    private static final String MARK = "mark ";
    private static final String LEASE = "lease ";
    private static final String VOTER = "voter ";

    private final StateFile file;
    private final Map<ElectionName, Epoch> epochs = new TreeMap<>();
    private final Map<NodeId, String> voters = new TreeMap<>();
    private Optional<String> mark = Optional.empty();
    private Duration longest = Duration.ZERO;

    /** @throws UnavailableException if the file is damaged, of another cluster or node, or in use */
    public LedgerFile(Path path, String cluster, String node) {
        this.file = new StateFile(path, "votes", cluster + " " + node, REMEDY);
        try {
            file.content().ifPresent(this::read);
        } catch (IllegalArgumentException malformed) {
            file.close();
            throw file.damaged(String.valueOf(malformed.getMessage()));
        }
    }

    private void read(String content) {
        String rest = content;
        if (rest.startsWith(MARK)) {
            mark = Optional.of(word(MARK, rest));
            rest = afterLine(rest);
        }
        longest = Duration.ofMillis(Long.parseLong(word(LEASE, rest)));
        rest = afterLine(rest);
        while (rest.startsWith(VOTER)) {
            String[] words = word(VOTER, rest).split(" ", -1);
            if (words.length != 2) {
                break; // An election of that name.
            }
            voters.put(NodeId.of(words[0]), words[1]);
            rest = afterLine(rest);
        }
        epochs.putAll(EpochLines.read(rest));
        if (!epochs.values().stream().allMatch(Bounds::allow)) {
            throw new IllegalArgumentException("an epoch is above " + Bounds.HIGHEST_EPOCH);
        }
    }

    private static String word(String key, String text) {
        int end = text.indexOf('\n');
        if (!text.startsWith(key) || end < 0) {
            throw new IllegalArgumentException("\"" + key.trim() + "\" is missing");
        }
        return text.substring(key.length(), end);
    }

    private static String afterLine(String text) {
        return text.substring(text.indexOf('\n') + 1);
    }

    @Override
    public synchronized VoterState read() {
        return new VoterState(epochs, longest, voters);
    }

    /** What tells this memory from another one of the same node; nothing if that was never said. */
    public synchronized Optional<String> mark() {
        return mark;
    }

    /**
     * Says what tells this memory from others. From then on there is a file, promises or not.
     *
     * @throws UnavailableException if it cannot be made to last
     */
    public synchronized void mark(String next) {
        store(epochs, longest, voters, Optional.of(next));
        mark = Optional.of(next);
    }

    /** Whether this is a copy of a voter's file, whose original may be in use. */
    public synchronized boolean isCopy() {
        return file.isCopy();
    }

    /** Makes this copy the original. */
    public synchronized void adopt() {
        file.adopt();
    }

    @Override
    public synchronized void write(VoterState change) {
        VoterState next = read().with(change);
        store(new TreeMap<>(next.epochs()), next.longestLease(), new TreeMap<>(next.voters()), mark);
        epochs.putAll(next.epochs());
        voters.putAll(next.voters());
        longest = next.longestLease();
    }

    private void store(Map<ElectionName, Epoch> all, Duration lease, Map<NodeId, String> met, Optional<String> marked) {
        StringBuilder lines = new StringBuilder();
        met.forEach((voter, itsMark) ->
                lines.append(VOTER).append(voter).append(' ').append(itsMark).append('\n'));
        file.replace(marked.map(it -> MARK + it + "\n").orElse("")
                + LEASE
                + lease.plusNanos(999_999).toMillis()
                + "\n"
                + lines
                + EpochLines.write(all));
    }

    @Override
    public synchronized void close() {
        file.close();
    }
}
