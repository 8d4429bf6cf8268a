// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.bully.Address;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.CallOutcome;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.bully.internal.message.PeerTransport;
import dev.baton.internal.runtime.BlockingCalls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** How a node reaches the others over HTTP, and is reached. Owns the one thread that all of it runs on. */
public final class HttpTransport implements PeerTransport {
    private static final String GET = "GET";
    private static final String POST = "POST";
    private static final int LOOKUPS = 4;
    private static final long QUIET_MILLIS = 0;
    private static final long END_WITHIN_MILLIS = 2_000;

    private final EventLoopGroup loops;
    private final BlockingCalls lookups;
    private final ClusterServer server;
    private final HttpCaller caller;
    private final SignedCaller signed;
    private final ClusterSecret secret;
    private final BiFunction<InetAddress, InetAddress, Optional<String>> policy;
    private final RandomGenerator chance;

    /**
     * @param policy why a node at the first address is not let in by a request from the second one, if so
     * @param chance may be used from any thread
     */
    public HttpTransport(
            String name,
            InetSocketAddress bind,
            Duration timeout,
            ClusterSecret secret,
            Optional<ClusterTls> tls,
            BiFunction<InetAddress, InetAddress, Optional<String>> policy,
            RandomGenerator chance) {
        this.secret = secret;
        this.policy = policy;
        this.chance = chance;
        this.loops = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("baton-" + name + "-http", true), NioIoHandler.newFactory());
        this.lookups = new BlockingCalls("baton-" + name + "-lookup", LOOKUPS);
        try {
            String process = StateId.random(chance).toString() + StateId.random(chance);
            this.server = new ClusterServer(process, loops, bind, secret, tls);
            this.caller = new HttpCaller(loops.next(), timeout, tls);
            this.signed = new SignedCaller(caller, secret, chance);
        } catch (RuntimeException problem) {
            end();
            throw problem;
        }
    }

    public int port() {
        return server.port();
    }

    public void serve(ServedNode node) {
        server.serve(node);
    }

    private <T> void call(
            Address to,
            Signature.Request request,
            Function<HttpCaller.Response, T> read,
            Consumer<CallOutcome<T>> answer) {
        signed.call(to, request, outcome -> answer.accept(read(outcome, read)));
    }

    private static <T> CallOutcome<T> read(
            CallOutcome<HttpCaller.Response> outcome, Function<HttpCaller.Response, T> read) {
        if (outcome instanceof CallOutcome.Answered<HttpCaller.Response> answered) {
            try {
                return new CallOutcome.Answered<>(read.apply(answered.answer()));
            } catch (IllegalArgumentException malformed) {
                return new CallOutcome.Failed<>(
                        false, "answered " + answered.answer().status() + ", " + malformed.getMessage());
            }
        }
        CallOutcome.Failed<HttpCaller.Response> failed = (CallOutcome.Failed<HttpCaller.Response>) outcome;
        return new CallOutcome.Failed<>(failed.refused(), failed.why());
    }

    private static String ok(HttpCaller.Response response) {
        if (response.status() != 200) {
            throw new IllegalArgumentException(whyNot(response));
        }
        return response.body();
    }

    private static String whyNot(HttpCaller.Response response) {
        return switch (response.status()) {
            case 409 -> "the other node refused";
            default -> "not the answer of a node";
        };
    }

    @Override
    public void post(Address to, Envelope envelope, Consumer<CallOutcome<Envelope>> answer) {
        String path = envelope.messages().get(0).topic().path();
        call(
                to,
                new Signature.Request(POST, path, MessageJson.write(envelope)),
                response -> MessageJson.envelope(ok(response)),
                answer);
    }

    @Override
    public void beat(Address to, Consumer<CallOutcome<NodeStatus>> answer) {
        call(
                to,
                new Signature.Request(GET, ClusterRequests.HEARTBEAT, ""),
                response -> JoinJson.status(ok(response)),
                answer);
    }

    @Override
    public void join(Address to, JoinRequest request, Consumer<CallOutcome<JoinAnswer>> answer) {
        call(
                to,
                new Signature.Request(POST, ClusterRequests.JOIN, JoinJson.write(request)),
                response -> JoinJson.answer(response.body()),
                answer);
    }

    @Override
    public void verify(JoinRequest request, InetAddress from, Consumer<CallOutcome<Boolean>> answer) {
        lookups.submit(() -> {
            Address address = request.member().address();
            try {
                String objection = "";
                for (InetAddress named : InetAddress.getAllByName(address.bareHost())) {
                    objection = policy.apply(named, from).orElse("");
                    if (objection.isEmpty()) {
                        // What was looked at is what is called, whatever the name means a moment later.
                        prove(new InetSocketAddress(named, address.port()), request, answer);
                        return;
                    }
                }
                answer.accept(new CallOutcome.Failed<>(false, objection));
            } catch (UnknownHostException unknown) {
                answer.accept(new CallOutcome.Failed<>(false, "the address that it names is not known"));
            }
        });
    }

    private void prove(InetSocketAddress at, JoinRequest request, Consumer<CallOutcome<Boolean>> answer) {
        StateId random = StateId.random(chance);
        Address named = request.member().address();
        FullHttpRequest asking = SignedCaller.http(new Signature.Request(GET, ClusterRequests.HEARTBEAT, ""), named);
        asking.headers().set(ClusterRequests.PROOF, JoinProof.challenge(secret, request.nonce(), random));
        caller.call(
                at,
                asking,
                outcome -> answer.accept(read(outcome, response -> {
                    if (!JoinProof.isAnswer(secret, request.nonce(), random, response.body())) {
                        throw new IllegalArgumentException("the node that asks to join is not at the address it names");
                    }
                    return true;
                })));
    }

    private void end() {
        lookups.close();
        loops.shutdownGracefully(QUIET_MILLIS, END_WITHIN_MILLIS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(END_WITHIN_MILLIS);
    }

    @Override
    public void close() {
        server.close();
        caller.close();
        end();
    }
}
