// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TcpProxyTest {
    private ServerSocket server;
    private TcpProxy proxy;
    private Socket client;
    private Socket accepted;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        proxy = new TcpProxy(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
        client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        accepted = server.accept();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        accepted.close();
        proxy.close();
        server.close();
    }

    private static void exchange(Socket from, Socket to) throws IOException {
        from.getOutputStream().write(7);
        assertThat(to.getInputStream().read()).isEqualTo(7);
    }

    @Test
    void anOpenLinkPassesBothWays() throws IOException {
        exchange(client, accepted);
        exchange(accepted, client);
    }

    @Test
    void aDeafLinkPassesRequestsAndHoldsReplies() throws IOException {
        proxy.set(TcpProxy.Link.DEAF);
        exchange(client, accepted);

        accepted.getOutputStream().write(7);
        client.setSoTimeout(100);
        InputStream reply = client.getInputStream();
        assertThatThrownBy(reply::read).isInstanceOf(SocketTimeoutException.class);

        proxy.set(TcpProxy.Link.OPEN);
        client.setSoTimeout(0);
        assertThat(reply.read()).isEqualTo(7);
    }

    @Test
    void aCutLinkClosesAndStaysClosed() throws IOException {
        proxy.set(TcpProxy.Link.CUT);

        assertThat(client.getInputStream().read()).isNegative();
        try (Socket late = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            assertThat(late.getInputStream().read()).isNegative();
        }
    }

    @Test
    void aSlowLinkDelaysEachWay() throws IOException {
        Duration delay = Duration.ofMillis(60);
        proxy.set(new TcpProxy.Pace(delay, Integer.MAX_VALUE));

        long began = System.nanoTime();
        exchange(client, accepted);
        exchange(accepted, client);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(delay.multipliedBy(2));
    }

    @Test
    void aNarrowLinkPassesSoManyBytesInASecondAndAllOfThem() throws IOException {
        byte[] sent = new byte[20_000];
        Arrays.fill(sent, (byte) 3);
        proxy.set(new TcpProxy.Pace(Duration.ZERO, 100_000));

        long began = System.nanoTime();
        client.getOutputStream().write(sent);
        assertThat(accepted.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
        exchange(client, accepted);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }
}
