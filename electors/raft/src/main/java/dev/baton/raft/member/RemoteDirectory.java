// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a process that is not a member has heard of a group, beginning with a few addresses. */
final class RemoteDirectory implements LeaderClient.Directory {
    private static final int MAX_ADDRESSES = 100;

    private final Set<String> given;
    private Set<String> members = Set.of();
    private UUID cluster = MemberRequest.ANY;
    private @Nullable String leader;
    private long term = -1;

    RemoteDirectory(Collection<String> addresses) {
        given = new LinkedHashSet<>(addresses);
    }

    @Override
    public synchronized UUID cluster() {
        return cluster;
    }

    /** The given ones stay: all members that were heard from may be gone one day. */
    @Override
    public synchronized Collection<String> addresses() {
        Set<String> all = new LinkedHashSet<>(given);
        all.addAll(members);
        return List.copyOf(all);
    }

    @Override
    public synchronized Optional<String> leader() {
        return Optional.ofNullable(leader);
    }

    @Override
    public synchronized void heard(String address, MemberStatus status) {
        if (status.cluster().equals(MemberRequest.ANY)) {
            return;
        }
        if (cluster.equals(MemberRequest.ANY)) {
            cluster = status.cluster();
        }
        if (!cluster.equals(status.cluster())) {
            return;
        }
        if (!status.members().isEmpty() && status.members().size() <= MAX_ADDRESSES && status.term() >= term) {
            members = new LinkedHashSet<>(
                    status.members().stream().map(GroupPeer::authority).toList());
        }
        if (status.leads() && status.term() >= term) {
            leader = address;
            term = status.term();
        }
    }

    @Override
    public synchronized void notAt(String address) {
        if (address.equals(leader)) {
            leader = null;
        }
    }

    @Override
    public Optional<CompletableFuture<CallAnswer>> here(String part, byte[] request) {
        return Optional.empty();
    }
}
