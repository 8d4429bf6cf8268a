// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Nothing but the network: the first nodes vote, and those that are added may lead without a vote. */
final class RegistryBackend implements DemoBackend {
    private final List<String> voters;
    private final LoopbackPorts ports = new LoopbackPorts();

    RegistryBackend(List<String> voters) {
        this.voters = List.copyOf(voters);
    }

    @Override
    public String section(String node, Path shared) {
        return """
                elector:
                  type: registry
                  registry:
                    cluster_size: %d
                    voter: %s
                    bind_address: 127.0.0.1
                    bind_port: %d
                    hosts: [%s]
                    lock_folder: "%s"
                """.formatted(
                        voters.size(),
                        voters.contains(node),
                        ports.of(node),
                        voters.stream().map(it -> '"' + ports.address(it) + '"').collect(Collectors.joining(", ")),
                        shared);
    }

    @Override
    public boolean canElect(List<String> up, List<String> all) {
        return 2 * up.stream().filter(voters::contains).count() > voters.size();
    }
}
