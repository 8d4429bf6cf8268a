// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.doctor;

import dev.baton.UnavailableException;
import dev.baton.security.TlsFiles;
import dev.baton.server.elector.LocalRequirements;
import dev.baton.server.http.AdminTls;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.Durability;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** What nodes and their parts need of their machine. */
public final class Checks {
    private static final long LITTLE_SPACE = 50L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);

    private Checks() {}

    /** A port that can be bound, unless the node runs already. */
    public static Check port(InetSocketAddress address, String key) {
        return running -> port(address, key, running);
    }

    /** A key and certificates that can be read. */
    public static Check keys(AdminTls files) {
        return running -> readable(files);
    }

    /** Certificates that are valid. */
    public static List<Check> validity(AdminTls files) {
        return Stream.of(
                        files.certificate().<Check>map(it -> running -> validity("admin.tls.certificate", it)),
                        files.trust().<Check>map(it -> running -> validity("admin.tls.trust", it)))
                .flatMap(Optional::stream)
                .toList();
    }

    /** A file that can be written, in a folder that is there. */
    public static Check file(Path file) {
        return running -> disk(file);
    }

    /** What an elector needs, besides a database to elect on. */
    public static List<Check> needs(LocalRequirements needs, String elector) {
        Stream<Check> here = Stream.of(
                        needs.port().map(it -> port(it, "the port of elector." + elector)),
                        needs.stateFile().<Check>map(it -> running -> stateFile(it.toAbsolutePath())),
                        needs.stateFolder().<Check>map(it -> running -> stateFolder(it.toAbsolutePath())),
                        needs.witness().<Check>map(it -> running -> witness(it)))
                .flatMap(Optional::stream);
        Stream<Check> others = needs.others().stream().map(it -> running -> reachable(it, needs.certificates()));
        Stream<Check> tls =
                needs.certificates().stream().flatMap(it -> certificates(it, "elector." + elector + ".tls."));
        return Stream.of(here, others, tls).flatMap(it -> it).toList();
    }

    private static Stream<Check> certificates(LocalRequirements.Certificates files, String prefix) {
        String own = prefix + "certificate";
        Stream<Check> validity = Stream.of(
                running -> validity(own, files.own()), running -> validity(prefix + "trusted", files.trusted()));
        Stream<Check> host = files.host().stream()
                .map(it -> running -> CertificateRules.host(
                        own, TlsFiles.certificates(files.own()).get(0), it));
        return Stream.concat(validity, host);
    }

    private static Finding validity(String key, Path file) {
        try {
            return CertificateRules.validity(
                    key, TlsFiles.certificates(file), Clock.systemUTC().instant());
        } catch (IllegalArgumentException unreadable) {
            return Finding.fail("tls", String.valueOf(unreadable.getMessage()), "see docs/server.md");
        }
    }

    /** Another node need not run yet, so that this fails nothing. */
    private static Finding reachable(InetSocketAddress node, Optional<LocalRequirements.Certificates> tls) {
        String where = node.getHostString() + ":" + node.getPort();
        if (node.isUnresolved()) {
            return Finding.warn("members", "the name of " + where + " is not known", "check it, and the name service");
        }
        try (Socket probe = new Socket()) {
            probe.connect(node, (int) CONNECT_LIMIT.toMillis());
            Optional<String> refusal =
                    tls.isPresent() ? TlsProbe.refusal(probe, node.getHostString(), tls.get()) : Optional.empty();
            return refusal.isEmpty()
                    ? Finding.ok("members", where + " can be reached")
                    : Finding.warn(
                            "members",
                            where + " and this node do not accept each other's certificates: " + refusal.get(),
                            "compare the certificates and what is trusted on both nodes");
        } catch (IOException away) {
            return Finding.warn(
                    "members",
                    where + " cannot be reached: " + away.getMessage(),
                    "start the node there, or open the way to it");
        }
    }

    private static Finding port(InetSocketAddress address, String key, BooleanSupplier running) {
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
            return Finding.ok("witness", connection.getMetaData().getDatabaseProductName() + " answers");
        } catch (SQLException refused) {
            return Finding.fail(
                    "witness",
                    database + ": " + refused.getMessage(),
                    "check elector.bully.witness, and that the database listens and lets this host in");
        }
    }

    private static Finding readable(AdminTls files) {
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
                    : Finding.fail("disk", folder + " does not exist and cannot be created in " + there, "create it");
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
                    ? Finding.warn(
                            "disk",
                            (left >> 20) + " MB are free in " + folder,
                            "free some space: epochs must be stored")
                    : Finding.ok("disk", otherwise);
        } catch (IOException unknown) {
            return Finding.warn("disk", "cannot find out how much space is free in " + folder, "check it yourself");
        }
    }
}
