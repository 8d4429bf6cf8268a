// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import dev.baton.cli.screen.Plain;
import dev.baton.core.UnavailableException;
import dev.baton.server.CommandPlan;
import dev.baton.server.NodeConfig;
import dev.baton.server.elector.Needs;
import dev.baton.server.http.AdminTls;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.Durability;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** Looks at what a node needs of its machine. */
final class NodeCheckup {
    private static final long LITTLE_SPACE = 50L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final NodeConfig config;
    /** Whether the node with this configuration runs already: then its ports are taken, as they should be. */
    private final BooleanSupplier running;

    NodeCheckup(NodeConfig config, BooleanSupplier running) {
        this.config = config;
        this.running = running;
    }

    List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("configuration", "of node " + config.id() + " in cluster " + config.cluster()));
        config.warnings()
                .forEach(warning -> findings.add(Finding.warn("configuration", warning, "see docs/server.md")));
        config.admin().ifPresent(admin -> {
            findings.add(port(new InetSocketAddress(admin.bind(), admin.port()), "admin.port"));
            admin.portFile().ifPresent(file -> findings.add(disk(Path.of(file))));
            admin.tls().ifPresent(files -> findings.add(keys(files)));
        });
        config.commands()
                .map(CommandPlan::settings)
                .ifPresent(it -> findings.add(port(new InetSocketAddress(it.bind(), it.port()), "commands.port")));
        Needs needs = config.elector().needs();
        needs.port().ifPresent(it -> findings.add(port(it, "the port of elector." + config.electorType())));
        needs.stateFile().ifPresent(it -> findings.add(stateFile(it.toAbsolutePath())));
        needs.stateFolder().ifPresent(it -> findings.add(stateFolder(it.toAbsolutePath())));
        needs.witness().ifPresent(it -> findings.add(witness(it)));
        return findings;
    }

    private Finding port(InetSocketAddress address, String key) {
        String where = address.getAddress().getHostAddress() + ":" + address.getPort();
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(address);
            return Finding.ok("port", address.getPort() == 0 ? key + " takes any free one" : where + " is free");
        } catch (IOException taken) {
            return running.getAsBoolean()
                    ? Finding.ok("port", where + " is in use, and this node is running")
                    : Finding.fail(
                            "port",
                            where + " cannot be bound: " + taken.getMessage(),
                            "set " + key + ", or stop the program that uses it");
        }
    }

    private static Finding witness(SqlDatabase database) {
        try (Connection connection = database.open(PATIENCE)) {
            Durability kept = Dialects.of(connection).durability(connection);
            if (!kept.problems().isEmpty()) {
                return Finding.fail(
                        "witness", String.join("; ", kept.problems()), "a witness must not forget its votes");
            }
            return Finding.ok("witness", Plain.text(connection.getMetaData().getDatabaseProductName()) + " answers");
        } catch (SQLException refused) {
            return Finding.fail(
                    "witness",
                    database + ": " + refused.getMessage(),
                    "check elector.bully.witness, and that the database listens and lets this host in");
        }
    }

    private static Finding keys(AdminTls files) {
        try {
            files.check();
            return Finding.ok("tls", "key and certificates can be read");
        } catch (UnavailableException unusable) {
            return Finding.fail("tls", String.valueOf(unusable.getMessage()), "see docs/server.md");
        }
    }

    private static Finding stateFile(Path file) {
        return Files.isDirectory(file) || (Files.exists(file) && !Files.isWritable(file))
                ? notWritable(file)
                : stateFolder(Objects.requireNonNullElse(file.getParent(), file));
    }

    /** A start makes the folders that are missing, if it may. */
    private static Finding stateFolder(Path folder) {
        Path there = folder;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            return there.equals(folder)
                    ? notWritable(folder)
                    : Finding.fail("disk", folder + " is not there and cannot be made in " + there, "create it");
        }
        return room(there, folder + (there.equals(folder) ? " can be written" : " can be made"));
    }

    private static Finding notWritable(Path path) {
        return Finding.fail("disk", path + " cannot be written", "give this user the right to");
    }

    private static Finding disk(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return Finding.fail("disk", "there is no folder for " + file, "create it");
        }
        boolean writable = Files.exists(file) ? Files.isWritable(file) : Files.isWritable(folder);
        if (!writable || Files.isDirectory(file)) {
            return notWritable(file);
        }
        return room(folder, file + " can be written");
    }

    private static Finding room(Path folder, String otherwise) {
        try {
            long left = Files.getFileStore(folder).getUsableSpace();
            return left < LITTLE_SPACE
                    ? Finding.warn("disk", (left >> 20) + " MB are left in " + folder, "make room: epochs must be kept")
                    : Finding.ok("disk", otherwise);
        } catch (IOException unknown) {
            return Finding.warn("disk", "how much room is left in " + folder + " cannot be told", "look yourself");
        }
    }
}
