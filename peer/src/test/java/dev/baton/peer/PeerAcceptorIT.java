// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.awaitility.Awaitility.await;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PeerAcceptorIT {
    @Test
    void lostListeningSocketIsAFaultBecauseOthersTakeThisProcessForGone() throws IOException {
        List<String> faults = new CopyOnWriteArrayList<>();
        AtomicReference<PeerAcceptor> door = new AtomicReference<>();
        IoLoop loop = new IoLoop(
                "door",
                System::nanoTime,
                (what, cause) -> faults.add(what),
                now -> door.get().tick(now));
        Node self = new Node(NodeId.of("leader"), new Incarnation(1));
        Identity identity =
                new Identity(self, "baton", Optional.empty(), Optional.empty(), new Proof(Optional.empty(), "baton"));
        ServerSocketChannel socket = ServerSocketChannel.open();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        door.set(new PeerAcceptor(
                socket, Optional.empty(), loop, identity, PeerSettings.defaults(), (what, cause) -> faults.add(what)));
        loop.start();

        socket.close();

        await().until(() -> faults.size() == 1 && faults.get(0).contains("listening socket"));
        loop.execute(loop::stop);
    }
}
