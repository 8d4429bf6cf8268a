// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** How Ratis is set up. Each value that is not Ratis's own default has its reason here. */
final class RatisSettings {
    /** Longer than a busy machine keeps a process waiting: shorter ones elect for no reason. */
    static final Duration MIN_TIMEOUT = Duration.ofSeconds(1);

    static final Duration MAX_TIMEOUT = Duration.ofSeconds(2);
    /** An entry travels whole, and is in memory several times. */
    static final int MAX_ENTRY_BYTES = 4 << 20;

    /** Room for the head of an entry beside its content. */
    private static final int ENTRY_HEAD_BYTES = 1 << 10;

    private static final int MAX_ENTRIES_OF_A_MESSAGE = 1000;

    static final int MAX_MESSAGE_BYTES = 16 << 20;
    private static final int SEGMENT_BYTES = 8 << 20;
    private static final int MAX_CACHED_SEGMENTS = 2;
    private static final int MAX_PENDING_ENTRIES = 4096;
    private static final int MAX_PENDING_BYTES = 16 << 20;
    private static final int MAX_SNAPSHOT_FILES = 2;
    /**
     * The first ten failures to send to a member are retried at once, further ones after about this time. Ratis waits for
     * up to 5 s, and sends nothing but a heartbeat after any wait that is longer than a quarter of the timeout: a member
     * that lost its last records is then never sent them again, for it refuses each heartbeat.
     */
    private static final Duration RETRY_PAUSE = MIN_TIMEOUT.dividedBy(8);

    /** Ratis uses a whole core to look whether it can send to a member that is away, for as long as this (60 s). */
    private static final Duration SLOWNESS = MIN_TIMEOUT.dividedBy(4);

    private static final Duration REPLIES_KEPT = Duration.ofSeconds(5);
    /** Ratis would close itself after a pause of this length; the log needs no such thing. */
    private static final Duration NEVER = Duration.ofDays(10_000);

    private RatisSettings() {}

    static RaftProperties of(MemberSettings settings) {
        RaftProperties properties = new RaftProperties();
        RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.GRPC);
        GrpcConfigKeys.Server.setHost(properties, settings.self().host());
        GrpcConfigKeys.Server.setPort(properties, settings.self().port());
        GrpcConfigKeys.setMessageSizeMax(properties, SizeInBytes.valueOf(MAX_MESSAGE_BYTES));

        File folder = settings.folder().toFile();
        RaftServerConfigKeys.setStorageDir(properties, List.of(storage(settings).toFile()));
        RaftServerConfigKeys.setRemovedGroupsDir(properties, new File(folder, "removed"));
        RaftServerConfigKeys.setCloseThreshold(properties, time(NEVER));

        RaftServerConfigKeys.Rpc.setTimeoutMin(properties, time(MIN_TIMEOUT));
        RaftServerConfigKeys.Rpc.setTimeoutMax(properties, time(MAX_TIMEOUT));
        // The same before the first leader: a candidate waits this long for votes, and members that have just started
        // are slow to answer. FirstElection begins the first election without waiting.
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, time(MIN_TIMEOUT));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, time(MAX_TIMEOUT));
        RaftServerConfigKeys.Rpc.setSlownessTimeout(properties, time(SLOWNESS));
        // Elections may be forced at any time, so nothing may rest on a leader's lease.
        RaftServerConfigKeys.Read.setLeaderLeaseEnabled(properties, false);

        log(properties);
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
        RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, settings.snapshotEvery());
        RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, MAX_SNAPSHOT_FILES);
        // An end must be quick, and is no different from a crash.
        RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(properties, false);

        // An entry is never sent a second time under the same id, so nothing is gained by keeping its result.
        RaftServerConfigKeys.RetryCache.setExpiryTime(properties, time(REPLIES_KEPT));
        RaftServerConfigKeys.Write.setElementLimit(properties, MAX_PENDING_ENTRIES);
        RaftServerConfigKeys.Write.setByteLimit(properties, SizeInBytes.valueOf(MAX_PENDING_BYTES));
        return properties;
    }

    /** Where Ratis keeps its log and its snapshots. */
    static Path storage(MemberSettings settings) {
        return settings.folder().resolve("raft");
    }

    private static void log(RaftProperties properties) {
        SizeInBytes segment = SizeInBytes.valueOf(SEGMENT_BYTES);
        RaftServerConfigKeys.Log.setSegmentSizeMax(properties, segment);
        RaftServerConfigKeys.Log.setPreallocatedSize(properties, SizeInBytes.ONE_MB);
        RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, MAX_CACHED_SEGMENTS);
        RaftServerConfigKeys.Log.setSegmentCacheSizeMax(
                properties, SizeInBytes.valueOf((long) MAX_CACHED_SEGMENTS * SEGMENT_BYTES));
        RaftServerConfigKeys.Log.Appender.setBufferByteLimit(
                properties, SizeInBytes.valueOf(MAX_ENTRY_BYTES + ENTRY_HEAD_BYTES));
        // The data of all these is read for a member that is behind, before any of them is sent.
        RaftServerConfigKeys.Log.Appender.setBufferElementLimit(properties, MAX_ENTRIES_OF_A_MESSAGE);
        RaftServerConfigKeys.Log.setWriteBufferSize(
                properties, SizeInBytes.valueOf(MAX_ENTRY_BYTES + 2 * ENTRY_HEAD_BYTES));
        RaftServerConfigKeys.Log.Appender.setRetryPolicy(
                properties, "1ms,10, " + RETRY_PAUSE.toMillis() + "ms," + Integer.MAX_VALUE);
        // Entries that come together share a message already, so nothing is gained by waiting for more of them (1 ms).
        RaftServerConfigKeys.Log.Appender.setWaitTimeMin(properties, TimeDuration.ZERO);
        RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(properties, SizeInBytes.ONE_MB);
        // Ratis would append each message's entries after all earlier ones are on the disk, on another thread, whatever
        // the
        // term is by then; and after one that failed it would never append any again (ADR 70).
        RaftServerConfigKeys.Log.setAppendEntriesComposeEnabled(properties, false);
        // Data is in the files of its group: once, and not on the heap. It is forced to the disk beside the log.
        RaftServerConfigKeys.Log.StateMachineData.setCachingEnabled(properties, true);
        RaftServerConfigKeys.Log.StateMachineData.setSync(properties, false);
        // Saves an entry, and so a round, per commit that comes alone.
        RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
        // A member that is away must not keep the others' logs from being dropped: it gets the snapshot.
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
        RaftServerConfigKeys.Log.setPurgeGap(properties, 1);
    }

    private static TimeDuration time(Duration duration) {
        return TimeDuration.valueOf(duration.toMillis(), TimeUnit.MILLISECONDS);
    }
}
