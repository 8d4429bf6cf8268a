// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.group.ReplicatedData;
import dev.baton.raft.group.ReplicatedData.Point;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.SnapshotRetentionPolicy;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.jspecify.annotations.Nullable;

/** The latest snapshot of a group with data, as Ratis sends it to a new member: the data's own files. */
final class DataSnapshots implements StateMachineStorage {
    private final ReplicatedData data;
    private volatile @Nullable Point latest;

    DataSnapshots(ReplicatedData data) {
        this.data = data;
    }

    void latest(Point taken) {
        latest = taken;
    }

    @Override
    public @Nullable SnapshotInfo getLatestSnapshot() {
        Point at = latest;
        return at == null ? null : new Taken(at);
    }

    /** Its files are listed when they are asked for, and as long as they are then. */
    private final class Taken implements SnapshotInfo {
        private final Point at;
        private @Nullable List<FileInfo> files;

        Taken(Point at) {
            this.at = at;
        }

        @Override
        public TermIndex getTermIndex() {
            return TermIndex.valueOf(at.term(), at.index());
        }

        @Override
        public synchronized List<FileInfo> getFiles() {
            List<FileInfo> listed = files;
            if (listed == null) {
                try {
                    // Without a digest: Ratis makes one of what it sends.
                    listed = data.files(at).stream()
                            .map(file -> new FileInfo(file, null))
                            .collect(Collectors.toUnmodifiableList());
                } catch (IOException unreadable) {
                    throw new UncheckedIOException(unreadable);
                }
                files = listed;
            }
            return listed;
        }
    }

    @Override
    public void init(RaftStorage storage) {}

    @Override
    public void format() {}

    @Override
    public void cleanupOldSnapshots(SnapshotRetentionPolicy policy) {}
}
