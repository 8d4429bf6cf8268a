// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.simulation;

import dev.baton.NotLeaderException;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.raft.simulation.Disk.LogEntry;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One start of a member of a {@link SimulatedGroup}. */
public final class SimulatedMember {
    private static final long MILLI = 1_000_000;
    private static final long MIN_TIMEOUT = 1_000 * MILLI;
    private static final long MAX_TIMEOUT = 2_000 * MILLI;
    private static final double SNAPSHOTS = 0.05;

    private final SimulatedGroup group;
    private final String name;
    private final SimulatedProcess process;
    private final Map<String, ReplicatedPart> parts = new LinkedHashMap<>();
    private final SeededRandom chance;
    private final Disk disk;
    private final Set<String> votes = new HashSet<>();
    private long commit;
    private long applied;
    private boolean candidate;
    private @Nullable SimulatedLead lead;
    private @Nullable String knownLeader;
    private long quietUntil;

    SimulatedMember(
            SimulatedGroup group,
            String name,
            SimulatedProcess process,
            List<ReplicatedPart> parts,
            SeededRandom chance) {
        this.group = group;
        this.name = name;
        this.process = process;
        this.chance = chance;
        this.disk = group.disk(name);
        parts.forEach(part -> this.parts.put(part.name(), part));
    }

    void start() {
        commit = disk.base;
        applied = disk.base;
        if (disk.base > 0) {
            group.seen(GroupFact.RESTORED_FROM_SNAPSHOT);
            restore(disk.snapshot);
        }
        heard();
        process.after(quietUntil - now(), this::lookForLeader);
    }

    // ---- what others may know

    public String name() {
        return name;
    }

    public boolean isUp() {
        return !process.hasEnded() && !process.isPaused();
    }

    /** Whether it takes itself for the leader. */
    public boolean isLeader() {
        return lead != null;
    }

    public long term() {
        return disk.term;
    }

    /** The index of the last entry that it has applied. */
    public long applied() {
        return applied;
    }

    /** The state of all parts, as in a snapshot. */
    public byte[] state() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            for (ReplicatedPart part : parts.values()) {
                part.snapshot(new DataOutputStream(bytes));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Stands for election now, whether there is a leader or not. */
    public void forceElection() {
        run(() -> {
            if (lead == null) {
                standForElection();
            }
        });
    }

    @Nullable
    String knownLeader() {
        return name.equals(knownLeader) && lead == null ? null : knownLeader;
    }

    void run(Runnable task) {
        process.run(task);
    }

    /** A call that came in. */
    public CompletableFuture<byte[]> call(String part, byte[] request) {
        SimulatedLead now = lead;
        return now == null
                ? CompletableFuture.failedFuture(new NotLeaderException(name + " does not lead the group"))
                : now.call(part, request);
    }

    // ---- elections

    private long now() {
        return group.scheduler().now();
    }

    private void heard() {
        quietUntil = now() + chance.nanos(MIN_TIMEOUT, MAX_TIMEOUT);
    }

    private void lookForLeader() {
        if (lead != null) {
            heard();
        } else if (now() >= quietUntil) {
            standForElection();
        }
        process.after(Math.max(MILLI, quietUntil - now()), this::lookForLeader);
    }

    private void standForElection() {
        if (disk.full) {
            heard();
            return;
        }
        heard();
        disk.term++;
        disk.votedFor = name;
        candidate = true;
        votes.clear();
        votes.add(name);
        long term = disk.term;
        long lastTerm = disk.lastTerm();
        long lastIndex = disk.lastIndex();
        others(peer -> send(peer, member -> member.askedForVote(name, term, lastTerm, lastIndex)));
        counted();
    }

    private void askedForVote(String by, long term, long lastTerm, long lastIndex) {
        seenTerm(term);
        boolean upToDate = lastTerm > disk.lastTerm() || (lastTerm == disk.lastTerm() && lastIndex >= disk.lastIndex());
        boolean granted = term == disk.term
                && !disk.full
                && upToDate
                && lead == null
                && (disk.votedFor == null || disk.votedFor.equals(by));
        if (granted) {
            disk.votedFor = by;
            heard();
        }
        long mine = disk.term;
        send(by, member -> member.voted(name, mine, granted));
    }

    private void voted(String by, long term, boolean granted) {
        seenTerm(term);
        if (candidate && term == disk.term && granted) {
            votes.add(by);
            counted();
        }
    }

    private void counted() {
        if (candidate && group.isMajority(votes.size())) {
            candidate = false;
            knownLeader = name;
            group.seen(GroupFact.LEADER_CHANGED);
            if (group.members().stream().anyMatch(other -> other != this && other.isUp() && other.isLeader())) {
                group.seen(GroupFact.TWO_LEADERS);
            }
            lead = new SimulatedLead(group, this, disk, parts.values(), process, chance);
            lead.begin();
        }
    }

    /** Follows, if that is a later term than its own. */
    void seenTerm(long term) {
        if (term > disk.term) {
            disk.term = term;
            disk.votedFor = null;
            stepDown();
        }
    }

    void stepDown() {
        candidate = false;
        SimulatedLead former = lead;
        lead = null;
        if (former != null) {
            heard();
            former.end();
        }
    }

    // ---- the log

    /**
     * What a leader sends.
     *
     * @param round an answer to it confirms the lead for this round and those before
     * @param snapshot in place of what the leader has no longer in its log; empty if it has
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Append(
            String from,
            long term,
            long round,
            long prevIndex,
            long prevTerm,
            List<LogEntry> entries,
            byte @Nullable [] snapshot,
            long commit) {}

    void received(Append append) {
        seenTerm(append.term());
        if (append.term() == disk.term && lead == null) {
            candidate = false;
            knownLeader = append.from();
            heard();
            if (disk.full && (!append.entries().isEmpty() || append.snapshot() != null)) {
                return;
            }
            if (append.snapshot() != null) {
                install(append.prevIndex(), append.prevTerm(), append.snapshot());
            }
            long match = add(append);
            if (match >= 0) {
                commit = Math.max(commit, Math.min(append.commit(), match));
                apply();
            }
            answer(append, match, disk.lastIndex());
        } else {
            answer(append, -1, disk.lastIndex());
        }
    }

    private void answer(Append append, long match, long last) {
        long mine = disk.term;
        send(append.from(), member -> member.appended(name, mine, append, match, last));
    }

    /** An answer to what this member sent when it led in an earlier term says nothing about the present one. */
    private void appended(String by, long term, Append append, long match, long last) {
        seenTerm(term);
        if (lead != null && term == disk.term && append.term() == disk.term) {
            lead.appended(by, append.round(), match, last);
        }
    }

    /** @return up to where this log is the leader's, or -1 */
    private long add(Append append) {
        if (append.prevIndex() > disk.lastIndex()
                || (append.prevIndex() >= disk.base && disk.termAt(append.prevIndex()) != append.prevTerm())) {
            return -1;
        }
        long index = append.prevIndex();
        for (LogEntry entry : append.entries()) {
            index++;
            if (index <= disk.base) {
                continue;
            }
            if (index <= disk.lastIndex() && disk.termAt(index) != entry.term()) {
                group.seen(GroupFact.LOG_TRUNCATED);
                disk.truncateFrom(index);
            }
            if (index > disk.lastIndex()) {
                disk.entries.add(entry);
            }
        }
        return index;
    }

    private void install(long index, long term, byte[] snapshot) {
        if (index > commit) {
            group.seen(GroupFact.SNAPSHOT_INSTALLED);
            disk.entries.clear();
            disk.compact(index, term, snapshot);
            restore(snapshot);
            commit = index;
            applied = index;
        }
    }

    private void restore(byte[] snapshot) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(snapshot));
        try {
            for (ReplicatedPart part : parts.values()) {
                part.restore(in);
            }
        } catch (IOException unreadable) {
            group.broken(name + " cannot read its snapshot: " + unreadable);
        }
    }

    /** A proposal that was decided in some term gets into the log, if this member leads now. */
    void submit(long decidedIn, String part, byte[] entry, CompletableFuture<byte[]> result) {
        SimulatedLead now = lead;
        if (now == null) {
            result.completeExceptionally(new NotLeaderException(name + " does not lead the group any more"));
        } else {
            now.submit(decidedIn, part, entry, result);
        }
    }

    long commit() {
        return commit;
    }

    void committed(long index) {
        commit = index;
        apply();
    }

    private void apply() {
        while (applied < commit) {
            long index = applied + 1;
            LogEntry entry = disk.at(index);
            byte @Nullable [] result = null;
            if (!entry.part().isEmpty()) {
                if (entry.term() == entry.decidedIn() || group.has(GroupFlaw.NO_TERM_GUARD)) {
                    ReplicatedPart part = parts.get(entry.part());
                    if (part == null) {
                        throw new IllegalStateException("no part " + entry.part());
                    }
                    result = part.apply(index, entry.bytes());
                    group.applied(name, index, result);
                } else {
                    group.seen(GroupFact.LATE_ENTRY_LEFT_OUT);
                }
            }
            applied = index;
            if (lead != null) {
                lead.applied(index, entry, result);
            }
        }
        if (applied > disk.base && chance.happens(SNAPSHOTS)) {
            disk.compact(applied, disk.termAt(applied), state());
        }
    }

    // ---- messages

    void others(Consumer<String> task) {
        group.voters().stream().filter(peer -> !peer.equals(name)).forEach(task);
    }

    void send(String to, Consumer<SimulatedMember> message) {
        group.network().send(name, to, () -> group.at(to, message));
    }
}
