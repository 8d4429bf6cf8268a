// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import dev.baton.core.UnavailableException;
import dev.baton.server.NodeConfig;
import dev.baton.server.http.AdminSettings;
import dev.baton.server.http.Tls;
import dev.baton.server.http.TlsFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Looks at what a node needs of its machine. */
final class NodeCheckup {
    private static final long LITTLE_SPACE = 50L << 20;

    private final NodeConfig config;

    NodeCheckup(NodeConfig config) {
        this.config = config;
    }

    List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("configuration", "of node " + config.id() + " in cluster " + config.cluster()));
        config.warnings()
                .forEach(warning -> findings.add(Finding.warn("configuration", warning, "see docs/server.md")));
        config.admin().ifPresent(admin -> {
            findings.add(port(admin));
            admin.portFile().ifPresent(file -> findings.add(disk(Path.of(file))));
            admin.tls().ifPresent(files -> findings.add(keys(files)));
        });
        config.elector().stateFile().ifPresent(file -> findings.add(disk(file)));
        return findings;
    }

    private static Finding port(AdminSettings admin) {
        String where = admin.bind().getHostAddress() + ":" + admin.port();
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(admin.bind(), admin.port()));
            return Finding.ok("port", admin.port() == 0 ? "any free one" : where + " is free");
        } catch (IOException taken) {
            return Finding.fail(
                    "port",
                    where + " cannot be bound: " + taken.getMessage(),
                    "set admin.port, or end what has it; if that is this node itself, all is well");
        }
    }

    private static Finding keys(TlsFiles files) {
        try {
            Tls.check(files);
            return Finding.ok("tls", "key and certificates can be read");
        } catch (UnavailableException unusable) {
            return Finding.fail("tls", String.valueOf(unusable.getMessage()), "see docs/server.md");
        }
    }

    private static Finding disk(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return Finding.fail("disk", "there is no folder for " + file, "create it");
        }
        boolean writable = Files.exists(file) ? Files.isWritable(file) : Files.isWritable(folder);
        if (!writable || Files.isDirectory(file)) {
            return Finding.fail("disk", file + " cannot be written", "give this user the right to");
        }
        try {
            long left = Files.getFileStore(folder).getUsableSpace();
            return left < LITTLE_SPACE
                    ? Finding.warn("disk", (left >> 20) + " MB are left in " + folder, "make room: epochs must be kept")
                    : Finding.ok("disk", file + " can be written");
        } catch (IOException unknown) {
            return Finding.warn("disk", "how much room is left in " + folder + " cannot be told", "look yourself");
        }
    }
}
