// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.UnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The socket of the admin API, bound before anything else is started: a node whose port is taken, or whose key is
 * invalid, never stands in an election, and its address is known before it leads.
 */
public final class AdminSocket implements AutoCloseable {
    private static final int BACKLOG = 128;

    private final AdminSettings settings;
    private final ServerSocketChannel channel;
    private final int port;
    private final Optional<SSLContext> tls;

    private AdminSocket(AdminSettings settings, ServerSocketChannel channel, int port, Optional<SSLContext> tls) {
        this.settings = settings;
        this.channel = channel;
        this.port = port;
        this.tls = tls;
    }

    /** @throws UnavailableException if the address cannot be bound, or the key not be used */
    public static AdminSocket bind(AdminSettings settings) {
        Optional<SSLContext> tls = settings.tls().filter(AdminTls::isServed).map(AdminTls::server);
        InetSocketAddress address = new InetSocketAddress(settings.bind(), settings.port());
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.bind(address, BACKLOG);
                int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
                return new AdminSocket(settings, channel, port, tls);
            } catch (IOException taken) {
                channel.close();
                throw taken;
            }
        } catch (IOException taken) {
            throw new UnavailableException("admin: cannot listen on "
                    + settings.bind().getHostAddress() + " port " + settings.port() + ": " + taken.getMessage());
        }
    }

    /** The TLS context; empty for plain HTTP. */
    Optional<SSLContext> tls() {
        return tls;
    }

    ServerSocketChannel channel() {
        return channel;
    }

    public int port() {
        return port;
    }

    /** The URL by which others reach this node. */
    public String url() {
        return settings.advertise().orElseGet(() -> scheme() + "://" + host(settings.bind()) + ":" + port);
    }

    private String scheme() {
        return tls.isPresent() ? "https" : "http";
    }

    private static String host(InetAddress address) {
        String text = address.getHostAddress();
        return text.indexOf(':') >= 0 ? "[" + text + "]" : text;
    }

    /** Writes the port to a file for scripts that wait for it. The file appears only when it is complete. */
    public void writePort() {
        settings.portFile().ifPresent(name -> {
            Path file = Path.of(name).toAbsolutePath();
            Path draft = file.resolveSibling(file.getFileName() + ".new");
            try {
                Files.write(draft, (port + "\n").getBytes(StandardCharsets.US_ASCII));
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException unwritable) {
                throw new UnavailableException("admin.port_file " + file + " cannot be written", unwritable);
            }
        });
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
