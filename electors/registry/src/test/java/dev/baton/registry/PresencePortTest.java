// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What others see of a process through its port. */
class PresencePortTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final Node A = new Node(NodeId.of("a"), new Incarnation(7));
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(8));

    private static Socket guest(PresenceListener listener) throws IOException {
        String address = listener.address();
        return new Socket(HERE, Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
    }

    private static PresenceListener listener(int mostGuests) throws IOException {
        PresenceListener listener = new PresenceListener(7, HERE, mostGuests);
        Thread thread = new Thread(listener::serve, "presence");
        thread.setDaemon(true);
        thread.start();
        return listener;
    }

    private static long incarnation(Socket guest) throws IOException {
        return new DataInputStream(guest.getInputStream()).readLong();
    }

    @Test
    void guestsThatHaveLeftAreNotKept() throws Exception {
        try (PresenceListener listener = listener(1_000)) {
            for (int i = 0; i < 300; i++) {
                try (Socket guest = guest(listener)) {
                    assertThat(incarnation(guest)).isEqualTo(7);
                }
            }

            eventually("nobody is kept", LIMIT, () -> listener.guests() == 0, listener::guests);
        }
    }

    @Test
    void aGuestTooManyIsSentAwayAndFindsRoomAfterAnotherHasLeft() throws Exception {
        try (PresenceListener listener = listener(1)) {
            try (Socket first = guest(listener);
                    Socket second = guest(listener)) {
                assertThat(incarnation(first)).isEqualTo(7);
                assertThat(second.getInputStream().read()).isEqualTo(-1);
            }
            eventually("the first has left", LIMIT, () -> listener.guests() == 0, listener::guests);
            try (Socket third = guest(listener)) {
                assertThat(incarnation(third)).isEqualTo(7);
            }
        }
    }

    @Test
    void aProcessWhosePortIsClosedIsProvenGone() throws Exception {
        List<Node> gone = new CopyOnWriteArrayList<>();
        PresencePort b = new PresencePort(B, HERE);
        try (PresencePort a = new PresencePort(A, HERE)) {
            a.watch(new Member(B, true, b.address()), gone::add);
            eventually("a is connected", LIMIT, () -> b.guests() == 1, b::guests);

            b.close();

            eventually("b is gone", LIMIT, () -> gone.equals(List.of(B)), () -> gone);
            eventually("nobody is watched", LIMIT, () -> a.watched() == 0, a::watched);
        }
    }

    @Test
    void whoeverIsNotWatchedAnyMoreIsLeft() throws Exception {
        List<Node> gone = new CopyOnWriteArrayList<>();
        try (PresencePort a = new PresencePort(A, HERE);
                PresencePort b = new PresencePort(B, HERE)) {
            a.watch(new Member(B, true, b.address()), gone::add);
            eventually("a is connected", LIMIT, () -> b.guests() == 1, b::guests);

            a.unwatch(B);

            eventually("a has left", LIMIT, () -> b.guests() == 0, b::guests);
            assertThat(a.watched()).isZero();
            assertThat(gone).isEmpty();
        }
    }
}
