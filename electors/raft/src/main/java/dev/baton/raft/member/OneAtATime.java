// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.jspecify.annotations.Nullable;

/**
 * Has Ratis take what other members send to a group one after the other. Ratis compares the sender's term with its own,
 * lets go of its lock, and then appends the entries. Without this, the term may change in between: a member could promise
 * its vote to a new leader, and afterwards append and acknowledge entries of the old one, which the new one lacks; or
 * two streams could append at once, which Ratis refuses, and forgets that it had begun: that member would never start
 * an election again. A question before an election changes nothing, and does not wait.
 */
final class OneAtATime implements ServerInterceptor {
    private final Turns turns;

    OneAtATime(Turns turns) {
        this.turns = turns;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            private @Nullable ByteString group;

            @Override
            public void onMessage(Q message) {
                group = groupOf(message);
                inTurn(() -> super.onMessage(message));
            }

            /** A call with a single message is handled here. */
            @Override
            public void onHalfClose() {
                inTurn(super::onHalfClose);
            }

            private void inTurn(Runnable handling) {
                ByteString of = group;
                if (of == null) {
                    handling.run();
                } else {
                    turns.run(of, handling);
                }
            }
        };
    }

    private static @Nullable ByteString groupOf(Object message) {
        if (message instanceof RequestVoteRequestProto vote && vote.getPreVote()) {
            return null;
        }
        return ForeignMessageFilter.head(message)
                .map(it -> it.getRaftGroupId().getId())
                .orElse(null);
    }
}
