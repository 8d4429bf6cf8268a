// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What a further group of a member replicates: entries with a small header, which the log keeps, and data, which is kept
 * here, in files of the group's own folder. So data is written once.
 *
 * <ol>
 *   <li>{@link #write} and {@link #truncate} are called in the order of the log, before anything of them is acknowledged;
 *       they return at once, and what they do is done in that order.
 *   <li>An entry is acknowledged after a {@link #flush} that was asked for after its {@link #write}.
 *   <li>{@link #apply}, {@link #snapshot}, {@link #reopen} and {@link #leads} are called one at a time.
 *   <li>What is applied has been written and flushed here, and is never truncated.
 *   <li>The folder is replaced between {@link #pause} and {@link #reopen}; {@link #write} may be called in between, for
 *       entries behind those of the leader's files.
 * </ol>
 *
 * A throw, or a future that fails, ends this member's part in the group.
 */
public interface ReplicatedData extends AutoCloseable {
    /** A place in the log. */
    record Point(long term, long index) {}

    /**
     * An entry that is in the log.
     *
     * @param dataBytes how much data it has
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Logged(Point at, byte[] header, int dataBytes) {}

    /**
     * Opens what is in the folder, before anything else is called.
     *
     * @return up to where the latest snapshot reaches; empty if there is none
     */
    Optional<Point> open(Path folder) throws IOException;

    /**
     * Compares the files with the entries of the log behind the snapshot. What no entry names is cut off.
     *
     * @param tail in order
     * @return the index of the first entry whose data did not reach the disk, so that it was never acknowledged; that one
     *     and all behind it are cut off the log. Empty if all is there.
     * @throws IOException if data is missing that was acknowledged
     */
    Optional<Long> recover(List<Logged> tail) throws IOException;

    /** Completes once it is written; it need not be on the disk yet. */
    CompletableFuture<Void> write(Point at, byte[] header, ByteBuffer data);

    /** The data of an entry, for a member that is behind; what was deleted since is marked as such. */
    ByteBuffer read(long index, byte[] header) throws IOException;

    /** Completes once everything that was written before this call is on the disk. */
    CompletableFuture<Void> flush();

    /** Drops the entries from this index on: another leader has others. */
    CompletableFuture<Void> truncate(long from);

    /** The entry is committed. */
    void apply(Point at, byte[] header);

    /** Saves the applied state, so that earlier entries are no longer needed. */
    void snapshot(Point at) throws IOException;

    /**
     * All files that a new member needs for a snapshot. They may grow at their end meanwhile.
     *
     * @throws IOException if later ones have replaced the snapshot
     */
    List<Path> files(Point snapshot) throws IOException;

    /**
     * The folder is about to be replaced by a leader's files. What was told before is done when this returns; what is
     * written from now on is written after {@link #reopen}. May be called again, if a replacement failed.
     */
    void pause() throws IOException;

    /** The folder has been replaced by a leader's files. Returns up to where they reach. */
    Point reopen() throws IOException;

    /** This member leads: it has applied everything that was ever acknowledged. */
    void leads(DataGroupLeadership lead);

    /** It no longer leads. May be called more than once, on any thread. */
    void leadsNoMore();

    /** Another member, or this one, is now known to lead. Any thread; must not block. */
    default void leaderChanged() {}

    @Override
    void close();
}
