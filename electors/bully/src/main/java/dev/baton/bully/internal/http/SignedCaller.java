// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.bully.Address;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.CallOutcome;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Calls other nodes with signed requests, each for the process that was last heard from at an address. If another one
 * answers that it lives there now, it is called in turn, once. What is not signed in return is no answer.
 */
final class SignedCaller {
    private static final int MAX_ADDRESSES = 4 * Membership.MAX_MEMBERS;
    private static final int UNAUTHORIZED = 401;
    private static final int FOR_ANOTHER_PROCESS = 412;

    private final HttpCaller caller;
    private final ClusterSecret secret;
    private final RandomGenerator chance;
    private final Map<Address, String> processes = new ConcurrentHashMap<>();

    /** @param chance may be used from any thread */
    SignedCaller(HttpCaller caller, ClusterSecret secret, RandomGenerator chance) {
        this.caller = caller;
        this.secret = secret;
        this.chance = chance;
    }

    void call(Address to, Signature.Request request, Consumer<CallOutcome<HttpCaller.Response>> answer) {
        call(to, request, processes.getOrDefault(to, Signature.UNKNOWN), true, answer);
    }

    private void call(
            Address to,
            Signature.Request request,
            String process,
            boolean first,
            Consumer<CallOutcome<HttpCaller.Response>> answer) {
        Signature signature =
                Signature.of(request, process, StateId.random(chance).toString(), secret);
        FullHttpRequest http = http(request, to);
        http.headers().set(HttpHeaderNames.AUTHORIZATION, signature.header());
        // Names are looked up when a connection is made.
        caller.call(InetSocketAddress.createUnresolved(to.bareHost(), to.port()), http, outcome -> {
            if (!(outcome instanceof CallOutcome.Answered<HttpCaller.Response> answered)) {
                answer.accept(outcome);
                return;
            }
            HttpCaller.Response response = answered.answer();
            if (!signature.isAnswer(response, secret)) {
                answer.accept(new CallOutcome.Failed<>(false, whyNot(response)));
                return;
            }
            remember(to, response.process());
            if (first && response.status() == FOR_ANOTHER_PROCESS) {
                call(to, request, response.process(), false, answer);
            } else {
                answer.accept(outcome);
            }
        });
    }

    private static String whyNot(HttpCaller.Response response) {
        return response.status() == UNAUTHORIZED
                ? "user or password is not the one of that cluster"
                : "answered " + response.status() + ", which no node of this cluster has signed";
    }

    private void remember(Address at, String process) {
        if (processes.size() >= MAX_ADDRESSES) {
            processes.clear();
        }
        processes.put(at, process);
    }

    static FullHttpRequest http(Signature.Request request, Address to) {
        FullHttpRequest http = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.valueOf(request.method()),
                request.path(),
                Unpooled.copiedBuffer(request.body(), StandardCharsets.UTF_8));
        http.headers()
                .set(HttpHeaderNames.HOST, to.toString())
                .setInt(HttpHeaderNames.CONTENT_LENGTH, http.content().readableBytes());
        if (!request.body().isEmpty()) {
            http.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        }
        return http;
    }
}
