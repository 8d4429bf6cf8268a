// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.thirdparty.com.google.protobuf.CodedInputStream;
import org.apache.ratis.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.ratis.thirdparty.com.google.protobuf.WireFormat;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ClientCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;

/** The two calls of etcd's own protocol that are needed, to one of its processes. */
final class EtcdCalls implements AutoCloseable {
    private static final MethodDescriptor<byte[], byte[]> PUT = method("etcdserverpb.KV", "Put");
    private static final MethodDescriptor<byte[], byte[]> STATUS = method("etcdserverpb.Maintenance", "Status");
    private static final int HEADER = 1;
    private static final int MEMBER_ID = 2;
    private static final int LEADER = 4;

    private final ManagedChannel channel;

    EtcdCalls(int port) {
        channel = NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .proxyDetector(any -> null)
                .build();
    }

    CompletableFuture<byte[]> put(String key, byte[] value, Duration within) {
        return call(PUT, message(key.getBytes(StandardCharsets.UTF_8), value), within);
    }

    /** Whether this process leads. */
    boolean leads() {
        long self = 0;
        long leader = 0;
        try {
            CodedInputStream in = CodedInputStream.newInstance(
                    call(STATUS, new byte[0], Duration.ofSeconds(1)).join());
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (WireFormat.getTagFieldNumber(tag) == HEADER) {
                    self = memberId(in.readByteArray());
                } else if (WireFormat.getTagFieldNumber(tag) == LEADER) {
                    leader = in.readUInt64();
                } else {
                    in.skipField(tag);
                }
            }
        } catch (IOException | RuntimeException away) {
            return false;
        }
        return leader != 0 && leader == self;
    }

    private static long memberId(byte[] header) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(header);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == MEMBER_ID) {
                return in.readUInt64();
            }
            in.skipField(tag);
        }
        return 0;
    }

    private static byte[] message(byte[] key, byte[] value) {
        byte[] bytes = new byte
                [CodedOutputStream.computeByteArraySize(1, key) + CodedOutputStream.computeByteArraySize(2, value)];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            out.writeByteArray(1, key);
            out.writeByteArray(2, value);
            out.flush();
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return bytes;
    }

    private CompletableFuture<byte[]> call(MethodDescriptor<byte[], byte[]> method, byte[] request, Duration within) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(within.toMillis(), TimeUnit.MILLISECONDS);
        ClientCalls.asyncUnaryCall(channel.newCall(method, options), request, new StreamObserver<byte[]>() {
            @Override
            public void onNext(byte[] answer) {
                result.complete(answer);
            }

            @Override
            public void onError(Throwable problem) {
                result.completeExceptionally(problem);
            }

            @Override
            public void onCompleted() {}
        });
        return result;
    }

    private static MethodDescriptor<byte[], byte[]> method(String service, String name) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
    }

    @Override
    public void close() {
        channel.shutdownNow();
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
