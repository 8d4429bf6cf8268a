// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.io.CorruptedFileException;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.ChecksumException;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.util.ExitUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Ratis server of a member: its port, and its first group once it has one. Its methods may wait for Ratis. */
final class MemberServer {
    private static final Logger LOG = LoggerFactory.getLogger(MemberServer.class);
    private static final Duration LOOK_FOR_ROOM = Duration.ofMillis(500);

    private final MemberIdentity identity;
    private final EngineMetrics measures;
    private final RaftServer server;
    private final GroupCalls calls;
    private final Turns turns = new Turns();
    private final LongSilences silences = new LongSilences();
    /** The ids of groups that are being added. */
    private final Set<ByteString> entering = ConcurrentHashMap.newKeySet();

    private final Timer disk;

    private volatile @Nullable Division division;

    /** @param machines the first group's, and those of further groups */
    MemberServer(
            MemberSettings settings,
            MemberIdentity identity,
            Function<RaftGroupId, StateMachine> machines,
            Function<byte[], CompletableFuture<byte[]>> answers)
            throws IOException {
        this.identity = identity;
        // Otherwise Ratis ends the process if the port is in use.
        ExitUtils.disableSystemExit();
        try (ServerSocket port = new ServerSocket()) {
            port.setReuseAddress(true);
            port.bind(new InetSocketAddress(
                    settings.self().host(), settings.self().port()));
        }
        TornLogTail.cutTornRecord(RatisSettings.storage(settings));
        Parameters parameters = new Parameters();
        GrpcConfigKeys.Server.setServicesCustomizer(
                parameters,
                (builder, types) -> PeerCalls.permitKeepAlive(builder)
                        .addService(GroupPort.service(answers))
                        // The last one is asked first.
                        .intercept(new OneAtATime(turns))
                        .intercept(new ForeignMessageFilter(
                                RaftPeerId.valueOf(identity.member()).toByteString(),
                                entering,
                                new CopyRate(settings.copyBytesPerSecond(), System::nanoTime))));
        settings.tls().ifPresent(tls -> GrpcConfigKeys.TLS.setConf(parameters, tls.ratis()));
        measures = EngineMetrics.open(identity.member());
        measures.about(() ->
                identity.founding().map(it -> RaftGroupId.valueOf(it.cluster()).toString()));
        RaftServer.Builder builder = RaftServer.newBuilder()
                .setServerId(RaftPeerId.valueOf(identity.member()))
                .setStateMachineRegistry(machines::apply)
                .setOption(RaftStorage.StartupOption.RECOVER)
                .setProperties(RatisSettings.of(settings))
                .setParameters(parameters);
        identity.founding().map(it -> group(it.cluster(), it.first())).ifPresent(builder::setGroup);
        server = builder.build();
        calls = calls(this::groupId);
        disk = new Timer("baton-raft-" + settings.self().node() + "-disk");
    }

    void start() throws IOException {
        server.start();
        if (identity.founding().isPresent()) {
            division = new Division(server, groupId());
        }
        disk.later(Duration.ZERO, this::keepRoom);
    }

    private void keepRoom() {
        disk.later(LOOK_FOR_ROOM, this::keepRoom);
        identity.eachVotes(VoteFileReserve::keep);
    }

    /** Ratis wraps what it finds in its files many times over. */
    static String whyNotStarted(MemberSettings settings, Throwable problem) {
        Throwable cause = problem;
        while (cause.getCause() != null && !isDamage(cause)) {
            cause = cause.getCause();
        }
        return isDamage(cause)
                ? "its log is damaged: " + cause.getMessage() + "; " + MemberIdentity.remedy(settings.folder())
                : String.valueOf(problem.getMessage());
    }

    private static boolean isDamage(Throwable problem) {
        return problem instanceof ChecksumException || problem instanceof CorruptedFileException;
    }

    EngineMetrics measures() {
        return measures;
    }

    Optional<Division> division() {
        return Optional.ofNullable(division);
    }

    RaftServer ratis() {
        return server;
    }

    GroupCalls calls() {
        return calls;
    }

    /** For a group, the first one or a further one. */
    GroupCalls calls(Supplier<RaftGroupId> of) {
        return new GroupCalls(server, turns, silences, of);
    }

    RaftGroupId groupId() {
        return RaftGroupId.valueOf(identity.founding().orElseThrow().cluster());
    }

    /** @param first its first members; empty for one that joins, which is a listener until the leader's entries say more */
    RaftGroup group(java.util.UUID id, List<GroupPeer> first) {
        List<RaftPeer> peers = first.isEmpty()
                ? List.of(RaftPeer.newBuilder(identity.peer().ratis())
                        .setStartupRole(RaftPeerRole.LISTENER)
                        .build())
                : first.stream().map(GroupPeer::ratis).toList();
        return RaftGroup.valueOf(RaftGroupId.valueOf(id), peers);
    }

    /** Begins to be a member of a group, for good. */
    void found(MemberIdentity.Founding founding) throws IOException {
        identity.found(founding);
        enter(calls, group(founding.cluster(), founding.first()), false, identity::founded);
        division = new Division(server, groupId());
    }

    /**
     * Begins to take part in a group. What its other members send is refused until that is done, and noted.
     *
     * @param again with the files that are there
     */
    void enter(GroupCalls with, RaftGroup group, boolean again, Runnable note) throws IOException {
        ByteString id = group.getGroupId().toByteString();
        entering.add(id);
        try {
            with.add(group, again);
            note.run();
        } finally {
            entering.remove(id);
        }
    }

    /** Whether it takes part in this group, or begins to. */
    boolean has(java.util.UUID id) {
        RaftGroupId wanted = RaftGroupId.valueOf(id);
        for (RaftGroupId each : server.getGroupIds()) {
            if (each.equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** As if the leader had asked this member to: without a pre-vote, which the others refuse while they know a leader. */
    void startElection(String deadLeader) {
        calls.startElection(deadLeader, () -> division().orElseThrow().last());
    }

    /** Takes part in its first group no more; the files stay. */
    void leave() {
        try {
            calls.suspend();
        } catch (IOException | RuntimeException problem) {
            LOG.warn("Raft member {} failed to leave its group: {}", identity.member(), problem.toString());
        }
    }

    void close() throws IOException {
        disk.close();
        server.close();
        EngineMetrics.close(identity.member());
    }
}
