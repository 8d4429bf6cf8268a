// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A Raft group of the nodes themselves: the first ones form it, those that are added join it. */
public final class RaftBackend implements DemoBackend {
    /** As many have a vote. */
    private static final int MAX_FIRST = 5;

    private final List<String> first;
    private final LoopbackPorts ports;

    public RaftBackend(List<String> first, LoopbackPorts ports) {
        this.ports = ports;
        this.first = List.copyOf(first.subList(0, Math.min(MAX_FIRST, first.size())));
    }

    @Override
    public String section(String node, Path shared) {
        boolean founder = first.contains(node);
        String members = first.stream()
                .map(it -> '"' + (founder ? it + "=" : "") + ports.address(it) + '"')
                .collect(Collectors.joining(", "));
        return """
                elector:
                  type: raft
                  raft:
                    bind: "%s"
                    %s: [%s]
                    state_folder: "%s"
                    lease: 5s
                    peer:
                      enabled: true
                      lock_folder: "%s"
                """.formatted(
                ports.address(node), founder ? "bootstrap" : "join", members, shared.resolve("raft-" + node), shared);
    }
}
