// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bully.internal.http.HttpCaller.Response;
import dev.baton.bully.internal.message.CallOutcome;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HttpCallerTest {
    /** A step of the rules may come to its turn when its node has not waited for it any longer. */
    @Test
    void aCallOfANodeThatHasEndedFailsAndIsNoFault() {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        HttpCaller caller = new HttpCaller(loops.next(), Duration.ofSeconds(1), Optional.empty());
        loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).awaitUninterruptibly();
        FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/heartbeat");
        List<CallOutcome<Response>> answers = new ArrayList<>();

        caller.call(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9), request, answers::add);

        assertThat(answers).containsExactly(new CallOutcome.Failed<>(false, "this node has ended"));
        assertThat(request.refCnt()).isZero();
    }
}
