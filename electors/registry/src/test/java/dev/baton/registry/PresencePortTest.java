// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import java.io.DataInputStream;
import java.io.File;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** What others see of a process through its port. Counts open descriptors, where the system tells them. */
class PresencePortTest {
    private static int open() {
        String[] all = new File("/proc/self/fd").list();
        return all == null ? 0 : all.length;
    }

    @Test
    void guestsThatHaveLeftAreNotKept() throws Exception {
        PresencePort port =
                new PresencePort(new Node(NodeId.of("a"), new Incarnation(7)), InetAddress.getLoopbackAddress());
        int number = Integer.parseInt(port.address().substring(port.address().lastIndexOf(':') + 1));
        int before = open();
        for (int i = 0; i < 300; i++) {
            try (Socket guest = new Socket(InetAddress.getLoopbackAddress(), number)) {
                assertThat(new DataInputStream(guest.getInputStream()).readLong())
                        .isEqualTo(7);
            }
        }

        assertThat(open() - before).isLessThan(50);
        port.close();
    }
}
