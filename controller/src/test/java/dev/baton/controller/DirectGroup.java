// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.raft.group.EntryTooLargeException;
import dev.baton.raft.group.GroupClient;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A group of one member that commits what is proposed when it is told to, or at once. For rules of the leader's side;
 * what several members do to each other is the simulation's.
 */
public final class DirectGroup implements GroupLeadership, GroupClient {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Proposed(byte[] entry, CompletableFuture<byte[]> result) {}

    private final ReplicatedPart part;
    final List<Proposed> proposed = new ArrayList<>();
    final List<CompletableFuture<Void>> confirms = new ArrayList<>();
    Set<NodeId> members = Set.of();
    PartLeader side;
    boolean atOnce = true;
    int maxEntryBytes = Integer.MAX_VALUE;
    private long term = 1;
    private long index;
    int entries;

    public DirectGroup(ReplicatedPart part) {
        this.part = part;
        this.side = part.lead(this);
    }

    @Override
    public long term() {
        return term;
    }

    @Override
    public CompletableFuture<byte[]> propose(byte[] entry) {
        if (entry.length > maxEntryBytes) {
            return CompletableFuture.failedFuture(new EntryTooLargeException(entry.length + " bytes"));
        }
        Proposed next = new Proposed(entry, new CompletableFuture<>());
        proposed.add(next);
        if (atOnce) {
            commit();
        }
        return next.result();
    }

    @Override
    public CompletableFuture<Void> confirm() {
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        confirms.add(confirmed);
        if (atOnce) {
            confirmed.complete(null);
        }
        return confirmed;
    }

    @Override
    public Set<NodeId> members() {
        return members;
    }

    /** Commits and applies what was proposed, and answers. */
    void commit() {
        List<Proposed> now = List.copyOf(proposed);
        proposed.clear();
        now.forEach(it -> it.result().complete(apply(it.entry())));
    }

    byte[] apply(byte[] entry) {
        entries++;
        return part.apply(++index, entry);
    }

    /** What was proposed is committed, but its leader does not live to hear of it. */
    void commitUnheard() {
        List<Proposed> now = List.copyOf(proposed);
        proposed.clear();
        now.forEach(it -> apply(it.entry()));
        now.forEach(it -> it.result().completeExceptionally(new OutcomeUnknownException("lost the lead")));
    }

    /** What was proposed is gone. */
    void drop() {
        List<Proposed> now = List.copyOf(proposed);
        proposed.clear();
        now.forEach(it -> it.result().completeExceptionally(new NotLeaderException("not committed")));
    }

    void changeLeader() {
        side.end();
        term++;
        side = part.lead(this);
    }

    @Override
    public CompletableFuture<byte[]> call(String name, byte[] request, Duration within) {
        return side.call(request);
    }

    @Override
    public void close() {}
}
