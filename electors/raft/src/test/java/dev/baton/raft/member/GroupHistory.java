// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the processes of a group said of themselves, held against what must never happen:
 *
 * <ol>
 *   <li>A term has one leader, and the terms that a node leads in only rise, also over its restarts.
 *   <li>The index up to which a process takes its log for committed never falls, nor that of what it has applied.
 *   <li>Members with equal indexes have equal states.
 *   <li>At the same version all members say the same of leaders, and of what else they say, also after a restart; versions
 *       only rise.
 *   <li>From version to version the epoch of a leader never falls, and it rises if another one leads.
 * </ol>
 */
final class GroupHistory {
    private final Map<String, String> leaderOf = new HashMap<>();
    private final Map<String, Long> lastTerm = new HashMap<>();
    private final Map<String, String> stateAt = new HashMap<>();
    private final SortedMap<Long, String> leadersAt = new TreeMap<>();
    private final Map<String, Long> reached = new HashMap<>();

    /** All that one process of a node said; those of a node in the order in which they ran. */
    GroupHistory add(String node, List<String> lines) {
        reached.clear();
        for (String line : lines) {
            String[] words = line.split(" ", 3);
            switch (words[0]) {
                case "leads" -> leads(node, Long.parseLong(words[1]));
                case "commit" -> risesTo(node, "commit", Long.parseLong(words[1]));
                case "hash" -> {
                    risesTo(node, "applied", Long.parseLong(words[1]));
                    assertThat(stateAt.merge(words[1], words[2], (one, other) -> one))
                            .as("the state at index %s, also of %s", words[1], node)
                            .isEqualTo(words[2]);
                }
                case "leaders" -> {
                    risesTo(node, "version", Long.parseLong(words[1]));
                    assertThat(leadersAt.merge(Long.parseLong(words[1]), words[2], (one, other) -> one))
                            .as("the leaders in version %s, also of %s", words[1], node)
                            .isEqualTo(words[2]);
                }
                default -> {}
            }
        }
        return this;
    }

    private void leads(String node, long term) {
        assertThat(leaderOf.merge(String.valueOf(term), node, (one, other) -> one))
                .as("the leader of term %s", term)
                .isEqualTo(node);
        assertThat(lastTerm.merge(node, term, Math::max))
                .as("the latest term that %s led", node)
                .isEqualTo(term);
    }

    private void risesTo(String node, String what, long value) {
        long before = reached.getOrDefault(what, Long.MIN_VALUE);
        assertThat(value).as("%s of %s", what, node).isGreaterThanOrEqualTo(before);
        reached.put(what, value);
    }

    /** What can be seen only of all together. */
    void check() {
        assertThat(leaderOf).isNotEmpty();
        assertThat(stateAt).isNotEmpty();
        Map<String, String> leader = new HashMap<>();
        Map<String, Long> epoch = new HashMap<>();
        leadersAt.forEach((version, said) -> Arrays.stream(said.split(" ", 2)[0].split(","))
                .filter(each -> !each.isEmpty())
                .forEach(each -> {
                    // GROUP=LEADER:EPOCH; what else is said comes after a space.
                    String group = each.substring(0, each.indexOf('='));
                    String now = each.substring(each.indexOf('=') + 1, each.indexOf(':'));
                    long since = Long.parseLong(each.substring(each.indexOf(':') + 1));
                    String before = leader.getOrDefault(group, now);
                    assertThat(since)
                            .as("the epoch of group %s in version %s", group, version)
                            .isGreaterThanOrEqualTo(epoch.getOrDefault(group, 0L) + (before.equals(now) ? 0 : 1));
                    leader.put(group, now);
                    epoch.put(group, since);
                }));
    }

    /** How many different versions of the leaders were said. */
    int versions() {
        return leadersAt.size();
    }
}
