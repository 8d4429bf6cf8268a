// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who votes in a group, and who only follows. */
record GroupConfiguration(List<GroupPeer> voters, List<GroupPeer> listeners) {
    GroupConfiguration {
        voters = List.copyOf(voters);
        listeners = List.copyOf(listeners);
    }

    List<GroupPeer> all() {
        return Stream.concat(voters.stream(), listeners.stream()).toList();
    }

    Optional<GroupPeer> member(String id) {
        return all().stream().filter(peer -> peer.id().equals(id)).findFirst();
    }

    /** Whether these are all, and vote. */
    boolean consistsOf(List<GroupPeer> members) {
        return listeners.isEmpty() && ids(voters).equals(ids(members));
    }

    private static Set<String> ids(List<GroupPeer> peers) {
        return peers.stream().map(GroupPeer::id).collect(Collectors.toSet());
    }

    GroupConfiguration without(GroupPeer gone) {
        return new GroupConfiguration(
                voters.stream().filter(peer -> !peer.id().equals(gone.id())).toList(),
                listeners.stream().filter(peer -> !peer.id().equals(gone.id())).toList());
    }

    GroupConfiguration withVoter(GroupPeer peer) {
        return new GroupConfiguration(
                Stream.concat(without(peer).voters.stream(), Stream.of(peer)).toList(), without(peer).listeners);
    }

    GroupConfiguration withListener(GroupPeer peer) {
        return new GroupConfiguration(
                without(peer).voters,
                Stream.concat(without(peer).listeners.stream(), Stream.of(peer)).toList());
    }
}
