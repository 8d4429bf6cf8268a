// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** HTTP between the nodes: the first one forms the cluster, the others join it. */
final class BullyBackend implements DemoBackend {
    private final List<String> first;
    private final LoopbackPorts ports = new LoopbackPorts();
    private final String password;

    BullyBackend(List<String> first) {
        this.first = List.copyOf(first);
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        this.password = HexFormat.of().formatHex(random);
    }

    @Override
    public String section(String node, Path shared) {
        boolean founder = node.equals(first.get(0));
        String members = first.stream()
                .filter(it -> !founder && !it.equals(node))
                .map(it -> '"' + ports.address(it) + '"')
                .collect(Collectors.joining(", "));
        return """
                elector:
                  type: bully
                  bully:
                    bind: "%s"
                    join: [%s]
                    form: %s
                    user: demo
                    password: "%s"
                    heartbeat: 500ms
                    lock_folder: "%s"
                """.formatted(ports.address(node), members, founder, password, shared);
    }
}
