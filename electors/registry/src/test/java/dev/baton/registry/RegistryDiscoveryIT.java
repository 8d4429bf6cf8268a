// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three processes, told none of the others' addresses. */
@Timeout(120)
class RegistryDiscoveryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final List<LabProcess> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(LabProcess::close);
    }

    private void start(String id, String address, int port, List<String> jvmOptions, List<String> discovery) {
        List<String> options = new ArrayList<>(List.of("-Xmx96m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        options.addAll(jvmOptions);
        List<String> arguments = new ArrayList<>(List.of(id, address, String.valueOf(port), folder.toString()));
        arguments.addAll(discovery);
        processes.add(LabProcess.start(id, FoundTogether.class, options, arguments, folder.resolve(id + ".err")));
    }

    /** As a headless service has it: one name with all addresses, and one port. */
    @Test
    void byTheAddressesOfADnsName() throws IOException {
        Path names = Files.writeString(folder.resolve("hosts"), """
                127.0.0.1 registry.test
                127.0.0.2 registry.test
                127.0.0.3 registry.test
                """);
        int port = FreePorts.take();
        for (int i = 1; i <= 3; i++) {
            start("n" + i, "127.0.0." + i, port, List.of("-Djdk.net.hosts.file=" + names), List.of("registry.test"));
        }

        processes.forEach(process -> process.await("found", PATIENCE));
    }

    @Test
    void byMulticast() {
        String groupPort = String.valueOf(FreePorts.take());
        for (int i = 1; i <= 3; i++) {
            start("n" + i, "127.0.0.1", FreePorts.take(), List.of(), List.of("228.8.8.9", groupPort));
        }

        processes.forEach(process -> process.await("found", PATIENCE));
    }
}
