// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.doctor;

import dev.baton.UnavailableException;
import dev.baton.security.TlsFiles;
import dev.baton.security.TlsIdentity;
import dev.baton.server.elector.LocalRequirements;
import dev.baton.server.http.AdminTls;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.Durability;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** What nodes and their parts need of their machine. */
public final class Checks {
    private static final long LITTLE_SPACE = 50L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
    private static final int HTTPS = 443;

    private Checks() {}

    /** A port that can be bound, unless the node runs already. */
    public static Check port(InetSocketAddress address, String key) {
        return port(address, key, Optional.empty());
    }

    /** The same; on a node that runs already, it shows this certificate. */
    public static Check port(InetSocketAddress address, String key, Optional<TlsIdentity> certificate) {
        return running -> port(address, key, certificate, running);
    }

    /** Other nodes that the configuration names by their URLs. */
    public static List<Check> peers(List<String> urls, Optional<AdminTls> files) {
        return urls.stream()
                .map(URI::create)
                .filter(url -> "https".equals(url.getScheme()))
                .<Check>map(url -> running -> peer(url, files))
                .toList();
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
                        needs.port().map(it -> port(it, "the port of elector." + elector, needs.shown())),
                        needs.stateFile().<Check>map(it -> running -> stateFile(it.toAbsolutePath())),
                        needs.stateFolder().<Check>map(it -> running -> stateFolder(it.toAbsolutePath())),
                        needs.witness().<Check>map(it -> running -> witness(it)))
                .flatMap(Optional::stream);
        Stream<Check> others = needs.others().stream().map(it -> running -> member(it, needs.tls()));
        Stream<Check> tls = needs.tls().stream().flatMap(Checks::certificates);
        return Stream.of(here, others, tls).flatMap(it -> it).toList();
    }

    private static Stream<Check> certificates(LocalRequirements.Tls tls) {
        Stream<Check> own =
                Stream.of(running -> validity(tls.key(), tls.identity().chain()));
        Stream<Check> trusted = tls.trustKey().stream().map(key -> running -> validity(key, tls.trusted()));
        Stream<Check> host = tls.host().stream()
                .map(it -> running ->
                        CertificateRules.host(tls.key(), tls.identity().certificate(), it));
        return Stream.of(own, trusted, host).flatMap(it -> it);
    }

    private static Finding validity(String key, List<X509Certificate> certificates) {
        return CertificateRules.validity(key, certificates, Clock.systemUTC().instant());
    }

    private static Finding validity(String key, Path file) {
        try {
            return validity(key, TlsFiles.certificates(file));
        } catch (IllegalArgumentException unreadable) {
            return Finding.fail("tls", String.valueOf(unreadable.getMessage()), "see docs/server.md");
        }
    }

    /** Another node need not run yet, so that only one that runs and refuses this one is a failure. */
    private static Finding member(InetSocketAddress node, Optional<LocalRequirements.Tls> tls) {
        String where = node.getHostString() + ":" + node.getPort();
        if (node.isUnresolved()) {
            return Finding.warn("members", "the name of " + where + " is not known", "check it, and the name service");
        }
        try {
            if (tls.isEmpty()) {
                connect(node);
                return Finding.ok("members", where + " can be reached");
            }
            LocalRequirements.Tls own = tls.get();
            return new TlsHandshake(own.identity().serverContext(own.trusted()), own.checksNames(), own.protocols())
                    .problem(node)
                    .map(problem -> Finding.fail(
                            "members",
                            where + " " + problem,
                            "compare " + own.keys() + " of this node with those of the other"))
                    .orElseGet(() ->
                            Finding.ok("members", where + " can be reached, and accepts the certificate of this node"));
        } catch (IOException away) {
            return Finding.warn(
                    "members",
                    where + " cannot be reached: " + away.getMessage(),
                    "start the node there, or open the way to it");
        }
    }

    private static void connect(InetSocketAddress node) throws IOException {
        try (Socket probe = new Socket()) {
            probe.connect(node, (int) CONNECT_LIMIT.toMillis());
        }
    }

    private static Finding peer(URI url, Optional<AdminTls> files) {
        int port = url.getPort() < 0 ? HTTPS : url.getPort();
        InetSocketAddress node = new InetSocketAddress(url.getHost(), port);
        try {
            SSLContext trusting = files.flatMap(AdminTls::client).orElse(SSLContext.getDefault());
            return new TlsHandshake(trusting, true, List.of())
                    .problem(node)
                    .map(problem -> Finding.fail("peers", url + " " + problem, "see admin.tls.trust in docs/server.md"))
                    .orElseGet(() -> Finding.ok("peers", url + " can be reached, and its certificate is trusted"));
        } catch (IOException away) {
            return Finding.warn(
                    "peers",
                    url + " cannot be reached: " + away.getMessage(),
                    "start the node there, or open the way to it");
        } catch (NoSuchAlgorithmException | UnavailableException unusable) {
            return Finding.fail("tls", String.valueOf(unusable.getMessage()), "see docs/server.md");
        }
    }

    private static Finding port(
            InetSocketAddress address, String key, Optional<TlsIdentity> certificate, BooleanSupplier running) {
        String where = address.getAddress().getHostAddress() + ":" + address.getPort();
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(address);
            return Finding.ok("port", address.getPort() == 0 ? key + " takes any free one" : where + " is free");
        } catch (IOException taken) {
            return running.getAsBoolean()
                    ? certificate
                            .flatMap(it -> differs(address, it))
                            .map(problem -> Finding.fail(
                                    "tls",
                                    where + ", of this running node, " + problem,
                                    "restart the node if its certificate has been replaced"))
                            .orElseGet(() -> Finding.ok("port", where + " is in use, and this node is running"))
                    : Finding.fail(
                            "port",
                            where + " cannot be bound: " + taken.getMessage(),
                            "set " + key + ", or stop the program that uses it");
        }
    }

    /** Why the port does not show a certificate to its clients. */
    private static Optional<String> differs(InetSocketAddress bound, TlsIdentity certificate) {
        InetSocketAddress port = bound.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), bound.getPort())
                : bound;
        try {
            return new TlsHandshake(certificate.serverContext(List.of(certificate.certificate())), false, List.of())
                    .problem(port)
                    .map(it -> it.equals(TlsHandshake.NOT_TRUSTED)
                            ? "shows another certificate than that of this configuration"
                            : it);
        } catch (IOException away) {
            return Optional.of("cannot be reached: " + away.getMessage());
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
