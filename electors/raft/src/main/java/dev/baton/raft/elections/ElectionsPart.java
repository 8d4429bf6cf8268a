// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseRow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The elections of a group: one row each. Applying a change reads no clock, and changes a row only if it is the one
 * that the change was decided on. Any thread may read it.
 */
public final class ElectionsPart implements ReplicatedPart {
    /** The name of this part in its group. */
    public static final String NAME = "elections";

    private static final int SNAPSHOT_VERSION = 1;

    private final Ticker ticker;
    private final TableMaker tables;
    private final Releases releases = new Releases();
    private final AtomicLong rounds = new AtomicLong();
    private final List<Consumer<ElectionName>> listeners = new CopyOnWriteArrayList<>();
    /** In the order of their names, so that equal states are equal bytes. Guarded by this. */
    private final Map<String, ElectionRow> rows = new TreeMap<>();

    /** Makes the table of deadlines of a term that begins. */
    interface TableMaker {
        LeaseTable make(Collection<ElectionRow> rows, long now);
    }

    /** @param ticker by which this member judges leases while it leads the group */
    public ElectionsPart(Ticker ticker) {
        this(ticker, LeaseTable::new);
    }

    ElectionsPart(Ticker ticker, TableMaker tables) {
        this.ticker = ticker;
        this.tables = tables;
    }

    @Override
    public String name() {
        return NAME;
    }

    /** The result has a byte for each change: 1 if it was made. */
    @Override
    public byte[] apply(long index, byte[] entry) {
        List<ElectionChange> changes = Entries.read(entry);
        byte[] made = new byte[changes.size()];
        for (int i = 0; i < made.length; i++) {
            ElectionChange change = changes.get(i);
            if (apply(change)) {
                made[i] = 1;
                if (change instanceof ElectionChange.Release) {
                    releases.add(index, change.election());
                    listeners.forEach(listener -> listener.accept(change.election()));
                }
            }
        }
        return made;
    }

    private synchronized boolean apply(ElectionChange change) {
        ElectionRow next = change.applyTo(row(change.election()));
        if (next != null) {
            rows.put(change.election().value(), next);
        }
        return next != null;
    }

    synchronized @Nullable ElectionRow row(ElectionName election) {
        return rows.get(election.value());
    }

    /** The row of a lease that was given back, as far as this member knows; nothing if it is held. */
    Optional<LeaseRow> released(ElectionName election) {
        return Optional.ofNullable(row(election))
                .filter(ElectionRow::released)
                .map(row -> new LeaseRow(
                        row.leader(),
                        row.token(),
                        Duration.ZERO,
                        true,
                        row.successor(),
                        row.priority(),
                        Optional.empty()));
    }

    /** How many elections there are, or have been. */
    public synchronized int size() {
        return rows.size();
    }

    /** How often this member has asked a majority whether it leads, to answer renewals and looks. */
    public long rounds() {
        return rounds.get();
    }

    void countRound() {
        rounds.incrementAndGet();
    }

    Releases releases() {
        return releases;
    }

    private synchronized List<ElectionRow> rows() {
        return List.copyOf(rows.values());
    }

    /** Tells of every lease that is given back, as this member applies it; called by the thread that applies. */
    void listen(Consumer<ElectionName> released) {
        listeners.add(released);
    }

    void unlisten(Consumer<ElectionName> released) {
        listeners.remove(released);
    }

    @Override
    public void snapshot(DataOutput out) throws IOException {
        List<ElectionRow> all = rows();
        out.writeByte(SNAPSHOT_VERSION);
        out.writeInt(all.size());
        for (ElectionRow row : all) {
            Fields.row(out, row);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        int version = in.readUnsignedByte();
        if (version != SNAPSHOT_VERSION) {
            throw new IOException("snapshot of elections has version " + version + ", and this member reads version "
                    + SNAPSHOT_VERSION + ": update it");
        }
        Map<String, ElectionRow> restored = new TreeMap<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            ElectionRow row = Fields.row(in);
            restored.put(row.election().value(), row);
        }
        replace(restored).forEach(election -> listeners.forEach(listener -> listener.accept(election)));
    }

    /** The elections of which another lease is known, or that were given back. */
    private synchronized List<ElectionName> replace(Map<String, ElectionRow> restored) {
        List<ElectionName> changed = restored.values().stream()
                .filter(row -> !row.equals(rows.get(row.election().value())))
                .map(ElectionRow::election)
                .toList();
        rows.clear();
        rows.putAll(restored);
        return changed;
    }

    @Override
    public PartLeader lead(GroupLeadership leadership) {
        return new ElectionsLeader(this, leadership, ticker, tables.make(rows(), ticker.nanos()));
    }
}
