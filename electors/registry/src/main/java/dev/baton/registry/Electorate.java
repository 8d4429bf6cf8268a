// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Instants;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import java.util.List;
import java.util.Optional;

/** Who is here, whose votes count, and how many decide. Confined to the registry's lane. */
final class Electorate {
    private final Node self;
    private final RegistrySettings settings;
    private final long waitUntil;
    private GroupView view = new GroupView(0, List.of(), false);
    private List<Member> voters = List.of();
    private boolean settled;
    private int size;

    Electorate(Node self, RegistrySettings settings, long now) {
        this.self = self;
        this.settings = settings;
        this.size = settings.clusterSize();
        this.waitUntil = Instants.plus(now, settings.initialWait());
    }

    void view(GroupView next) {
        view = next;
        voters = next.members().stream()
                .filter(Member::voter)
                .filter(member -> first(member.node().id()).equals(member))
                .toList();
        settled |= next.members().size() >= settings.initialMembers();
    }

    /** A process is proven to be gone; the view will say so later, and asking it would only cost time. */
    void gone(Node node) {
        voters = voters.stream().filter(member -> !member.node().equals(node)).toList();
    }

    /** Of two processes with the same id, the one that came later is nobody. */
    private Member first(NodeId id) {
        return view.members().stream()
                .filter(member -> member.node().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    GroupView view() {
        return view;
    }

    List<Member> members() {
        return view.members();
    }

    /** The voters in sight, in the order in which all members see them. */
    List<Member> voters() {
        return voters;
    }

    boolean isVoter(Member member) {
        return voters.contains(member);
    }

    /** Another member was told of a larger cluster: until all are told the same, the larger one counts. */
    void heardOf(int otherSize) {
        size = Math.max(size, otherSize);
    }

    int size() {
        return size;
    }

    /** How many votes decide. */
    int required() {
        return (settings.quorum() == Quorum.MAJORITY ? size : voters.size()) / 2 + 1;
    }

    /** Another process has this node's id and was here first. */
    boolean isDuplicate() {
        return view.members().stream()
                .filter(member -> member.node().id().equals(self.id()))
                .findFirst()
                .filter(member -> !member.node().equals(self))
                .isPresent();
    }

    /** Why nobody can be elected from here, if so. */
    Optional<String> objection(long now) {
        settled |= !Instants.isBefore(now, waitUntil);
        if (view.members().isEmpty()) {
            return Optional.of("this node has not joined its cluster yet");
        }
        if (isDuplicate()) {
            return Optional.of("another process is in the cluster as " + self.id());
        }
        if (settings.quorum() == Quorum.NONE) {
            return settled
                    ? Optional.empty()
                    : Optional.of("waiting for " + settings.initialMembers() + " members, "
                            + view.members().size() + " found so far");
        }
        if (voters.size() > size) {
            return Optional.of("cluster_size " + size + " is stated, but " + voters.size()
                    + " voters are here: two majorities would be possible");
        }
        return voters.size() >= required()
                ? Optional.empty()
                : Optional.of("no majority: " + voters.size() + " of " + size + " voters are here, " + required()
                        + " are needed");
    }

    /** When {@link #objection} may change by itself. */
    long wakeAt(long now) {
        return settled || !Instants.isBefore(now, waitUntil) ? Instants.never(now) : waitUntil;
    }
}
