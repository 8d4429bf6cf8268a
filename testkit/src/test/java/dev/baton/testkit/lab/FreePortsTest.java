// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreePortsTest {
    /** As two processes do: one that looks only whether a port is free now would take one that is wanted again. */
    @Test
    void noPortIsGivenTwiceThoughNobodyListensOnIt(@TempDir Path folder) {
        FreePorts one = new FreePorts(folder);
        FreePorts other = new FreePorts(folder);
        List<Integer> taken = new ArrayList<>();

        for (int i = 0; i < 300; i++) {
            taken.add(one.port());
            taken.add(other.port());
        }

        assertThat(taken).doesNotHaveDuplicates().allMatch(port -> port < 32_768, "is not given to any client");
    }

    @Test
    void aPortThatIsInUseIsPassedOver(@TempDir Path folder) throws Exception {
        FreePorts ports = new FreePorts(folder);
        int first = ports.port();
        try (ServerSocket busy = new ServerSocket(first + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ports.port()).isNotEqualTo(busy.getLocalPort());
        }
    }
}
