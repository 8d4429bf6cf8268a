// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.NodeId;
import dev.baton.bully.BullyClusterView;
import dev.baton.bully.internal.json.StrictJsonObject;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.MessageTopic;
import dev.baton.security.FailureThrottle;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a node answers. Everything but "are you up" needs the cluster's secret; whatever is refused is
 * refused before anything has changed, and says why without repeating what was sent.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells its listeners
final class ClusterRequests extends SimpleChannelInboundHandler<FullHttpRequest> {
    static final String JOIN = "/join";
    static final String REMOVE = "/remove";
    /** By GET whether this node lives, by POST the renewals of leaders. */
    static final String HEARTBEAT = MessageTopic.HEARTBEAT.path();

    static final String PROOF = "baton-proof";
    static final String PROCESS = "baton-process";

    private static final int MAX_WAITING = 16;
    private static final Set<String> POSTS =
            Set.of(JOIN, REMOVE, MessageTopic.ELECTION.path(), MessageTopic.COORDINATOR.path(), HEARTBEAT);

    private final String process;
    private final ClusterSecret secret;
    private final FailureThrottle guesses;
    private final ConnectionQuota connections;
    private final AtomicReference<@Nullable ServedNode> elector;
    private final Deque<FullHttpRequest> waiting = new ArrayDeque<>();
    private boolean busy;
    /** Whether the peer has shown the right credentials before. */
    private boolean proven;
    /** Of the request that is being answered, if a node sent it. */
    private Optional<Signature> signature = Optional.empty();

    /** @param process what tells this process from any other, earlier ones of the same node included */
    ClusterRequests(
            String process,
            ClusterSecret secret,
            FailureThrottle guesses,
            ConnectionQuota connections,
            AtomicReference<@Nullable ServedNode> elector) {
        this.process = process;
        this.secret = secret;
        this.guesses = guesses;
        this.connections = connections;
        this.elector = elector;
    }

    /** A status, and what belongs to it. */
    private record Reply(int status, String body) {
        static Reply of(int status, String error) {
            return new Reply(
                    status, StrictJsonObject.write(StrictJsonObject.object().put("error", error)));
        }
    }

    /** One request is answered after the other; who sends too many before the first is answered is cut off. */
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (!busy) {
            handle(context, request);
        } else if (waiting.size() < MAX_WAITING) {
            waiting.add(request.retain());
        } else {
            context.close();
        }
    }

    private void next(ChannelHandlerContext context) {
        busy = false;
        FullHttpRequest request = waiting.poll();
        if (request != null) {
            try {
                handle(context, request);
            } finally {
                request.release();
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        waiting.forEach(FullHttpRequest::release);
        waiting.clear();
        context.fireChannelInactive();
    }

    private void handle(ChannelHandlerContext context, FullHttpRequest request) {
        busy = true;
        signature = Optional.empty();
        if (request.decoderResult().isFailure()) {
            send(context, Reply.of(400, "not a request that can be read"), false);
            return;
        }
        List<String> presented = request.headers().getAll(HttpHeaderNames.AUTHORIZATION);
        if (presented.isEmpty() && asksWhetherItLives(request)) {
            serve(context, request, false);
            return;
        }
        // Other connections of a guesser's address wait for their turn; one that is proven to be a node's does not.
        Optional<Duration> turn = proven ? Optional.of(Duration.ZERO) : guesses.attempt(hostOf(context));
        if (turn.isEmpty()) {
            send(context, Reply.of(429, "too many wrong credentials from this address"), false);
        } else if (turn.get().isZero()) {
            check(context, request, presented, turn.get());
        } else {
            request.retain();
            Runnable check = () -> {
                try {
                    check(context, request, presented, turn.get());
                } finally {
                    request.release();
                }
            };
            later(context, turn.get(), check, request::release);
        }
    }

    private void check(
            ChannelHandlerContext context, FullHttpRequest request, List<String> presented, Duration waited) {
        Optional<Signature> signed = presented.size() == 1 ? Signature.parse(presented.get(0)) : Optional.empty();
        boolean known = signed.map(it -> it.isOf(toBeSigned(request), secret))
                .orElseGet(() -> presented.size() == 1 && secret.accept(presented.get(0)));
        if (known) {
            guesses.succeeded(hostOf(context), waited);
            proven = true;
            connections.proven(context.channel());
            signature = signed;
            boolean forAnother =
                    signed.filter(it -> !it.receiver().equals(process)).isPresent();
            if (forAnother) {
                send(context, Reply.of(412, "the request is for another process"), HttpUtil.isKeepAlive(request));
            } else {
                serve(context, request, true);
            }
            return;
        }
        guesses.failed(hostOf(context), waited);
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        // Nobody learns what there is without having to wait.
        Runnable refuse = () -> send(context, Reply.of(401, "credentials are needed"), keepAlive);
        later(context, HttpLimits.WRONG_CREDENTIALS, refuse, () -> {});
    }

    private static Signature.Request toBeSigned(FullHttpRequest request) {
        return new Signature.Request(
                request.method().name(), request.uri(), request.content().toString(StandardCharsets.UTF_8));
    }

    private static boolean asksWhetherItLives(FullHttpRequest request) {
        return request.uri().equals(HEARTBEAT) && request.method().equals(HttpMethod.GET);
    }

    private void serve(ChannelHandlerContext context, FullHttpRequest request, boolean known) {
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        answer(request, request.uri(), known, addressOf(context))
                .exceptionally(broken -> Reply.of(500, "this node failed to answer"))
                .thenAccept(reply -> context.executor().execute(() -> send(context, reply, keepAlive)))
                .exceptionally(closed -> null);
    }

    private static String hostOf(ChannelHandlerContext context) {
        return addressOf(context).getHostAddress();
    }

    private static InetAddress addressOf(ChannelHandlerContext context) {
        return ((InetSocketAddress) context.channel().remoteAddress()).getAddress();
    }

    /** @param instead what is done if the connection is closed before */
    private static void later(ChannelHandlerContext context, Duration wait, Runnable task, Runnable instead) {
        Future<?> waiting = context.executor().schedule(task, wait.toNanos(), TimeUnit.NANOSECONDS);
        context.channel().closeFuture().addListener(closed -> {
            if (waiting.cancel(false)) {
                instead.run();
            }
        });
    }

    private CompletableFuture<Reply> answer(FullHttpRequest request, String path, boolean known, InetAddress from) {
        ServedNode serving = elector.get();
        if (asksWhetherItLives(request)) {
            return heartbeat(serving, request, known);
        }
        if (!POSTS.contains(path)) {
            return refused(404, "there is nothing here");
        }
        if (!request.method().equals(HttpMethod.POST)) {
            return refused(405, path.equals(HEARTBEAT) ? "use GET or POST" : "use POST");
        }
        CharSequence type = HttpUtil.getMimeType(request);
        if (type == null || !"application/json".contentEquals(type)) {
            return refused(415, "use application/json");
        }
        if (request.headers().contains(HttpHeaderNames.CONTENT_ENCODING)) {
            // A few kilobytes may unpack to gigabytes.
            return refused(415, "do not compress the body");
        }
        if (serving == null || !serving.isUp()) {
            return refused(503, "this node is starting or ending");
        }
        String body = request.content().toString(StandardCharsets.UTF_8);
        try {
            return switch (path) {
                case JOIN -> join(serving, body, from);
                case REMOVE -> remove(serving, body);
                default -> messages(serving, path, body);
            };
        } catch (IllegalArgumentException malformed) {
            return refused(400, String.valueOf(malformed.getMessage()));
        }
    }

    private static CompletableFuture<Reply> refused(int status, String why) {
        return CompletableFuture.completedFuture(Reply.of(status, why));
    }

    private static CompletableFuture<Reply> messages(ServedNode serving, String path, String body) {
        Envelope envelope = MessageJson.envelope(body);
        for (BullyMessage message : envelope.messages()) {
            String its = message.topic().path();
            if (!its.equals(path)) {
                return refused(400, "a message that belongs to POST " + its + " came to " + path);
            }
        }
        return serving.request(envelope)
                .thenApply(received -> received.answer()
                        .map(answer -> new Reply(200, MessageJson.write(answer)))
                        .orElseGet(() -> Reply.of(409, received.objection())));
    }

    private static CompletableFuture<Reply> join(ServedNode serving, String body, InetAddress from) {
        return serving.join(JoinJson.request(body), from).thenApply(ClusterRequests::reply);
    }

    private static CompletableFuture<Reply> remove(ServedNode serving, String body) {
        StrictJsonObject json = StrictJsonObject.parse(body);
        return serving.remove(NodeId.of(json.text("node")), json.text("version"))
                .thenApply(ClusterRequests::reply);
    }

    private static Reply reply(JoinAnswer answer) {
        return new Reply(answer.kind().status, JoinJson.write(answer));
    }

    private CompletableFuture<Reply> heartbeat(@Nullable ServedNode serving, FullHttpRequest request, boolean known) {
        if (serving == null || !serving.isUp()) {
            return CompletableFuture.completedFuture(new Reply(503, up(false)));
        }
        String challenge = request.headers().get(PROOF);
        if (challenge != null) {
            return JoinProof.answer(secret, serving, challenge)
                    .thenApply(
                            proof -> proof.map(said -> new Reply(200, said)).orElseGet(() -> new Reply(200, up(true))));
        }
        return CompletableFuture.completedFuture(new Reply(200, known ? status(serving) : up(true)));
    }

    private static String up(boolean up) {
        return StrictJsonObject.write(StrictJsonObject.object().put("up", up));
    }

    private static String status(ServedNode serving) {
        ObjectNode json = JoinJson.write(serving.status()).put("up", true);
        BullyClusterView view = serving.view();
        json.put("membership", view.version());
        ArrayNode members = json.putArray("members");
        view.peers()
                .forEach(peer -> members.add(StrictJsonObject.object()
                        .put("node", peer.id().value())
                        .put("address", peer.address().toString())
                        .put("part", peer.part().name())
                        .put("alive", peer.alive())));
        return StrictJsonObject.write(json);
    }

    private void send(ChannelHandlerContext context, Reply reply, boolean keepAlive) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(reply.status()),
                Unpooled.copiedBuffer(reply.body(), StandardCharsets.UTF_8));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .setInt(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
        signature.ifPresent(it -> response.headers()
                .set(PROCESS, process)
                .set(PROOF, it.answer(process, reply.status(), reply.body(), secret)));
        if (reply.status() == 401) {
            response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Basic realm=\"baton\", charset=\"UTF-8\"");
        }
        HttpUtil.setKeepAlive(response, keepAlive);
        context.writeAndFlush(response)
                .addListener(keepAlive ? ChannelFutureListener.CLOSE_ON_FAILURE : ChannelFutureListener.CLOSE);
        if (keepAlive) {
            next(context);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // Someone else's fault, mostly, and never worth more than the connection.
        context.close();
    }
}
