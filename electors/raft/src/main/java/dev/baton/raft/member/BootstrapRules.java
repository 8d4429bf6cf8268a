// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * How members with empty folders form a group, or join one. The first ones form it once all of them are there and name the same
 * list: its id is a digest of their storage ids, so that all come to the same one, and no two groups have the same. A
 * member that meets one that is in a group already belongs to it, or asks to be let in; it never forms another.
 */
final class BootstrapRules {
    private BootstrapRules() {}

    /** What to do next. */
    sealed interface Decision {}

    /** Ask again. */
    record Wait(String why) implements Decision {}

    /** Be one of the first members. */
    record Form(MemberIdentity.Founding group) implements Decision {}

    /** Ask the leader of a group to be let in. */
    record Join(UUID cluster) implements Decision {}

    /** A list as all of its members must name it. */
    static String plan(List<MemberAddress> bootstrap) {
        return bootstrap.stream().map(MemberAddress::toString).sorted().collect(Collectors.joining(","));
    }

    /**
     * @param bootstrap the first members, this one included; empty if this one only joins
     * @param heard what the others said, by their address
     */
    static Decision decide(GroupPeer self, List<MemberAddress> bootstrap, Map<String, MemberStatus> heard) {
        for (MemberStatus status : heard.values()) {
            if (status.members().stream().anyMatch(peer -> peer.id().equals(self.id()))) {
                return new Form(new MemberIdentity.Founding(status.cluster(), status.members()));
            }
        }
        List<UUID> clusters = heard.values().stream()
                .map(MemberStatus::cluster)
                .filter(cluster -> !cluster.equals(MemberRequest.ANY))
                .distinct()
                .toList();
        if (clusters.size() > 1) {
            return new Wait("the members at " + heard.keySet() + " belong to different groups: " + clusters);
        }
        if (!clusters.isEmpty()) {
            return new Join(clusters.get(0));
        }
        return bootstrap.isEmpty() ? new Wait("no member of a group has answered") : form(self, bootstrap, heard);
    }

    private static Decision form(GroupPeer self, List<MemberAddress> bootstrap, Map<String, MemberStatus> heard) {
        String plan = plan(bootstrap);
        List<GroupPeer> first = new ArrayList<>();
        for (MemberAddress member : bootstrap) {
            if (member.authority().equals(self.authority())) {
                first.add(self);
                continue;
            }
            MemberStatus status = heard.get(member.authority());
            if (status == null) {
                return new Wait(member + " has not answered");
            }
            if (!GroupPeer.node(status.member()).equals(member.node())) {
                return new Wait(status.member() + " answers at the address of " + member);
            }
            if (!status.plan().equals(plan)) {
                return new Wait(member + " names other first members: \"" + status.plan() + "\", not \"" + plan + "\"");
            }
            first.add(new GroupPeer(status.member(), member.authority()));
        }
        first.sort(Comparator.comparing(GroupPeer::id));
        return new Form(new MemberIdentity.Founding(cluster(first), first));
    }

    private static UUID cluster(List<GroupPeer> first) {
        String ids = first.stream().map(GroupPeer::id).collect(Collectors.joining(","));
        return UUID.nameUUIDFromBytes(ids.getBytes(StandardCharsets.UTF_8));
    }
}
