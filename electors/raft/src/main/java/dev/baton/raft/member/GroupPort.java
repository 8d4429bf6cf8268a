// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.ServerServiceDefinition;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.stub.ServerCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;

/**
 * Baton's own questions, on the port of Ratis and under its TLS: one call, with bytes for a question and bytes for the
 * answer. Ratis's client protocol is not used for them: it fails all that is under way when one of them meets a member
 * that does not lead, so that what was done and what was not cannot be told apart.
 */
final class GroupPort {
    static final String SERVICE = "dev.baton.raft.Group";

    static final MethodDescriptor<byte[], byte[]> ASK = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "ask"))
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();

    private GroupPort() {}

    /** @param answers does not block */
    static ServerServiceDefinition service(Function<byte[], CompletableFuture<byte[]>> answers) {
        return ServerServiceDefinition.builder(SERVICE)
                .addMethod(ASK, ServerCalls.asyncUnaryCall((question, caller) -> answer(answers, question, caller)))
                .build();
    }

    private static void answer(
            Function<byte[], CompletableFuture<byte[]>> answers, byte[] question, StreamObserver<byte[]> caller) {
        Futures.then(answers.apply(question), (answer, problem) -> {
            try {
                if (problem == null) {
                    caller.onNext(answer);
                    caller.onCompleted();
                } else {
                    caller.onError(Status.INTERNAL
                            .withDescription(String.valueOf(problem.getMessage()))
                            .asRuntimeException());
                }
            } catch (RuntimeException gone) {
                // The caller has given up: its call is over.
            }
        });
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }
}
