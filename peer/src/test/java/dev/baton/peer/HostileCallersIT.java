// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a listener does with callers that are no peers; meanwhile a real standby stays served. */
class HostileCallersIT {
    private static final PeerSecret SECRET = PeerSecret.of("correct horse battery staple");
    private final List<Socket> callers = new ArrayList<>();
    private TestPeer leader;
    private TestPeer standby;

    /** To a leader that cuts nobody off for saying nothing. */
    @BeforeEach
    void connectAStandby() {
        connectAStandby(TestPeer.patient());
    }

    private void connectToAnImpatientLeader() {
        standby.close();
        leader.close();
        connectAStandby(TestPeer.quick().answerTimeout(Duration.ofSeconds(1)));
    }

    private void connectAStandby(PeerSettings.Builder settings) {
        leader = new TestPeer("leader", 1, settings.secret(SECRET).build());
        standby = new TestPeer("standby", 2, TestPeer.quick().secret(SECRET).build());
        standby.watch(leader);
        leader.awaitAudienceOf(standby);
    }

    @AfterEach
    void standbyIsStillServed() throws IOException {
        standby.changed().clear();
        leader.awaitAudienceOf(standby);
        assertThat(standby.gone()).isEmpty();
        for (Socket caller : callers) {
            caller.close();
        }
        standby.close();
        leader.close();
    }

    @Test
    void garbageIsCutOff() throws IOException {
        Socket caller = call();

        caller.getOutputStream().write("GET / HTTP/1.1\r\nHost: leader\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        await().until(() -> isCutOff(caller));
    }

    @Test
    void hugeFrameIsCutOffBeforeItIsSent() throws IOException {
        Socket caller = call();

        caller.getOutputStream().write(new byte[] {(byte) 0xff, (byte) 0xff, 1});

        await().until(() -> isCutOff(caller));
    }

    @Test
    void frameOfALaterStepIsCutOff() throws IOException {
        Socket caller = call();

        caller.getOutputStream().write(Frame.PING.encoded());

        await().until(() -> isCutOff(caller));
    }

    @Test
    void callerThatSaysNothingIsCutOff() throws IOException {
        connectToAnImpatientLeader();
        Socket caller = call();

        await().until(() -> isCutOff(caller));
    }

    @Test
    void tricklingBytesDoesNotKeepAPlace() throws IOException {
        connectToAnImpatientLeader();
        Socket caller = call();
        byte[] hello = hello().encoded();
        int[] sent = {0};

        await().pollInterval(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(10))
                .until(() -> sent[0] >= hello.length - 1 || trickle(caller, hello[sent[0]++]));

        assertThat(sent[0]).isLessThan(hello.length - 1);
    }

    /** Sends one byte; says whether that was one too many. */
    private static boolean trickle(Socket caller, byte next) throws IOException {
        try {
            caller.getOutputStream().write(next);
            return isCutOff(caller);
        } catch (SocketException closed) {
            return true;
        }
    }

    @Test
    void replayedHandshakeIsRefused() throws IOException {
        Socket first = call();
        ClientHandshake handshake = new ClientHandshake(identity(), ends(first));
        first.getOutputStream().write(handshake.hello().encoded());
        Frame proof = handshake.prove(read(first));
        first.getOutputStream().write(proof.encoded());
        PeerAnswer answer = handshake.complete(read(first));

        Socket second = call();
        second.getOutputStream().write(handshake.hello().encoded());
        read(second);
        second.getOutputStream().write(proof.encoded());

        assertThat(answer.node()).isEqualTo(leader.node());
        await().until(() -> isCutOff(second));
    }

    @Test
    void knownCallerThatTalksNonsenseIsCutOff() throws IOException {
        Socket caller = call();
        ClientHandshake handshake = new ClientHandshake(identity(), ends(caller));
        caller.getOutputStream().write(handshake.hello().encoded());
        caller.getOutputStream().write(handshake.prove(read(caller)).encoded());
        handshake.complete(read(caller));

        caller.getOutputStream().write(Frame.changed("coordinator").encoded());

        await().until(() -> isCutOff(caller));
    }

    @Test
    void floodOfCallersIsBounded() throws IOException {
        connectToAnImpatientLeader();
        for (int i = 0; i < 400; i++) {
            call();
        }

        await().until(() -> callers.stream().filter(HostileCallersIT::isOpen).count() <= PeerAcceptor.MAX_STRANGERS);
        await().until(() -> callers.stream().noneMatch(HostileCallersIT::isOpen));
    }

    private Socket call() throws IOException {
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), leader.port());
        caller.setSoTimeout(1);
        callers.add(caller);
        return caller;
    }

    private static Frame hello() {
        return new Hello("baton", new Node(NodeId.of("someone"), new Incarnation(9))).frame(new byte[32]);
    }

    private static Identity identity() {
        return new Identity(
                new Node(NodeId.of("someone"), new Incarnation(9)),
                "baton",
                HostMark.ofThisHost(),
                Optional.empty(),
                new Proof(Optional.of(SECRET), "baton"));
    }

    private static NetworkPath.Ends ends(Socket socket) {
        return new NetworkPath.Ends((InetSocketAddress) socket.getLocalSocketAddress(), (InetSocketAddress)
                socket.getRemoteSocketAddress());
    }

    private static Frame read(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        ByteBuffer header = ByteBuffer.wrap(socket.getInputStream().readNBytes(Frame.HEADER));
        int length = header.getShort(0);
        byte[] body = socket.getInputStream().readNBytes(length);
        socket.setSoTimeout(1);
        return Frame.takeFrom(
                ByteBuffer.allocate(Frame.HEADER + length).put(header).put(body).flip());
    }

    private static boolean isOpen(Socket socket) {
        return !isCutOff(socket);
    }

    private static boolean isCutOff(Socket socket) {
        try {
            while (socket.getInputStream().read() >= 0) {
                // What was sent before the end is of no interest.
            }
            return true;
        } catch (SocketTimeoutException quiet) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }
}
