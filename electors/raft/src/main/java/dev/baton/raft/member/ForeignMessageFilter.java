// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto.SnapshotChunkProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;

/**
 * Refuses what the group sends to another member at this address, such as one whose disk is gone, and snapshots whose
 * files would be written elsewhere than in this member's folder. Ratis does not look: it would store entries, and have
 * them counted, in that member's name, and it takes the names of files from the sender. Refuses as well what is sent to
 * a group that this member is about to enter: a message that comes while Ratis starts the group makes that start fail.
 * Lets copies of groups through no faster than they may come.
 *
 * <p>Ratis's protocols for its own clients and administrators are closed: nobody here uses them, and they would let
 * whoever reaches the port write to the log, and delete the group with its files.
 */
final class ForeignMessageFilter implements ServerInterceptor {
    private static final Set<String> SERVICES = Set.of(RaftServerProtocolServiceGrpc.SERVICE_NAME, GroupPort.SERVICE);

    private final ByteString self;
    private final Set<ByteString> entering;
    private final CopyRate copies;

    /**
     * @param entering the ids of groups that this member is about to take part in
     * @param copies how fast snapshots are let through: they have streams of their own, so nothing else waits behind them
     */
    ForeignMessageFilter(ByteString self, Set<ByteString> entering, CopyRate copies) {
        this.self = self;
        this.entering = entering;
        this.copies = copies;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (!SERVICES.contains(String.valueOf(call.getMethodDescriptor().getServiceName()))) {
            call.close(Status.PERMISSION_DENIED.withDescription("members are not asked in this way"), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            private boolean refused;

            @Override
            public void onMessage(Q message) {
                if (refused) {
                    return;
                }
                Optional<Status> objection = objection(message);
                if (objection.isPresent()) {
                    refused = true;
                    call.close(objection.get(), new Metadata());
                    return;
                }
                if (message instanceof InstallSnapshotRequestProto snapshot) {
                    copies.await(snapshot.getSerializedSize());
                }
                super.onMessage(message);
            }

            @Override
            public void onHalfClose() {
                // A refused call is closed already.
                if (!refused) {
                    super.onHalfClose();
                }
            }
        };
    }

    private Optional<Status> objection(Object message) {
        Optional<RaftRpcRequestProto> head = head(message);
        if (head.filter(it -> !it.getReplyId().equals(self)).isPresent()) {
            return Optional.of(Status.FAILED_PRECONDITION.withDescription(
                    "another member is at this address: " + self.toStringUtf8()));
        }
        if (head.filter(it -> entering.contains(it.getRaftGroupId().getId())).isPresent()) {
            return Optional.of(Status.UNAVAILABLE.withDescription("this member is about to enter that group"));
        }
        if (message instanceof InstallSnapshotRequestProto snapshot && !staysInItsFolder(snapshot.getSnapshotChunk())) {
            return Optional.of(Status.INVALID_ARGUMENT.withDescription("a snapshot with a file outside of its folder"));
        }
        return Optional.empty();
    }

    /** The id of the request is the name of a folder, too. */
    static boolean staysInItsFolder(SnapshotChunkProto chunk) {
        return isInside(chunk.getRequestId())
                && chunk.getFileChunksList().stream().allMatch(file -> isInside(file.getFilename()));
    }

    private static boolean isInside(String name) {
        try {
            Path path = Path.of(name);
            return !path.isAbsolute() && path.normalize().equals(path) && !path.startsWith("..");
        } catch (InvalidPathException strange) {
            return false;
        }
    }

    private static Optional<RaftRpcRequestProto> head(Object message) {
        if (message instanceof AppendEntriesRequestProto append) {
            return Optional.of(append.getServerRequest());
        } else if (message instanceof RequestVoteRequestProto vote) {
            return Optional.of(vote.getServerRequest());
        } else if (message instanceof InstallSnapshotRequestProto snapshot) {
            return Optional.of(snapshot.getServerRequest());
        } else if (message instanceof StartLeaderElectionRequestProto election) {
            return Optional.of(election.getServerRequest());
        } else {
            return Optional.empty();
        }
    }
}
