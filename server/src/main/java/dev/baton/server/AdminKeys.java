// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.LogSafe;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Secret;
import dev.baton.server.http.AdminSettings;
import dev.baton.server.http.AdminTls;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the keys of the admin API, and refuses what would expose it. */
final class AdminKeys {
    private static final String ADDRESS_AND_PORT = "[^:]+:\\d+";

    private static final int MIN_TOKEN_LENGTH = 16;
    private static final int MAX_URL_LENGTH = 200;

    private final EffectiveConfig values;
    private final Problems problems;

    private AdminKeys(EffectiveConfig values, Problems problems) {
        this.values = values;
        this.problems = problems;
    }

    /** Reads the settings; empty only if there are problems. */
    static Optional<AdminSettings> read(EffectiveConfig values, Problems problems) {
        return new AdminKeys(values, problems).read();
    }

    private Optional<AdminSettings> read() {
        Optional<InetAddress> bind = bind();
        List<AdminSettings.Token> tokens = tokens();
        Optional<Supplier<Secret>> clusterToken = NodeKeys.CLUSTER_TOKEN.read(values, problems);
        clusterToken.ifPresent(token -> checkLength(values.origin(NodeKeys.CLUSTER_TOKEN.value()), token));
        bind.filter(it -> !it.isLoopbackAddress() && tokens.isEmpty())
                .ifPresent(it -> problems.add(
                        values.origin(NodeKeys.BIND),
                        it.getHostAddress() + " is not a loopback address, so admin.tokens must be set"));
        if (!tokens.isEmpty() && clusterToken.isEmpty()) {
            problems.warn("admin.cluster_token", "is not set, so the other nodes will not answer this one");
        }
        values.get(NodeKeys.PEERS).forEach(url -> checkUrl(values.origin(NodeKeys.PEERS), url));
        optional(NodeKeys.ADVERTISE).ifPresent(url -> checkUrl(values.origin(NodeKeys.ADVERTISE), url));
        bind.filter(it -> it.isAnyLocalAddress() && optional(NodeKeys.ADVERTISE).isEmpty())
                .ifPresent(it -> problems.add(
                        values.origin(NodeKeys.BIND),
                        it.getHostAddress()
                                + " is every address of this host, so admin.advertise must say which URL others use"));
        Optional<AdminTls> tls = tls();
        return bind.map(address -> new AdminSettings(
                address,
                values.get(NodeKeys.PORT),
                optional(NodeKeys.PORT_FILE),
                optional(NodeKeys.ADVERTISE),
                values.get(NodeKeys.ALLOWED_HOSTS),
                values.get(NodeKeys.PEERS),
                values.get(NodeKeys.PEER_TIMEOUT),
                values.get(NodeKeys.OPERATION_TIMEOUT),
                clusterToken,
                tokens,
                tls));
    }

    private Optional<InetAddress> bind() {
        String host = values.get(NodeKeys.BIND);
        try {
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException unknown) {
            String hint = host.matches(ADDRESS_AND_PORT) ? ": the port is admin.port" : "";
            problems.add(values.origin(NodeKeys.BIND), LogSafe.of(host) + " is not a known address" + hint);
            return Optional.empty();
        }
    }

    private List<AdminSettings.Token> tokens() {
        List<AdminSettings.Token> tokens = new ArrayList<>();
        for (int i = 0; i < values.count(NodeKeys.TOKENS); i++) {
            String name = values.get(NodeKeys.TOKEN_NAME, i);
            String origin = values.origin(NodeKeys.TOKEN_NAME, i);
            if (!name.matches("[A-Za-z0-9._@-]{1,64}")) {
                problems.add(origin, LogSafe.of(name) + " must be 1 to 64 characters of A-Z a-z 0-9 . _ @ -");
            }
            Optional<Supplier<Secret>> secret = NodeKeys.TOKEN.read(values, i, problems);
            if (secret.isEmpty()) {
                problems.add(origin, "has neither token nor token_file");
                continue;
            }
            checkLength(values.origin(NodeKeys.TOKEN.value(), i), secret.get());
            tokens.add(new AdminSettings.Token(name, values.get(NodeKeys.TOKEN_ROLE, i), secret.get()));
        }
        return tokens;
    }

    private void checkLength(String origin, Supplier<Secret> token) {
        if (token.get().reveal().length() < MIN_TOKEN_LENGTH) {
            problems.add(origin, "is shorter than " + MIN_TOKEN_LENGTH + " characters");
        }
    }

    private void checkUrl(String origin, String url) {
        try {
            URI uri = new URI(url);
            boolean plain = ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && (uri.getPath().isEmpty() || uri.getPath().equals("/"))
                    && uri.getQuery() == null
                    && url.length() <= MAX_URL_LENGTH;
            if (plain) {
                return;
            }
        } catch (URISyntaxException broken) {
            // Said below.
        }
        problems.add(origin, LogSafe.of(url) + " is not a URL like http://10.0.0.5:7400");
    }

    private Optional<AdminTls> tls() {
        Optional<Path> certificate = path(NodeKeys.TLS_CERTIFICATE);
        Optional<Path> key = path(NodeKeys.TLS_KEY);
        Optional<Path> keystore = path(NodeKeys.TLS_KEYSTORE);
        Optional<Path> trust = path(NodeKeys.TLS_TRUST);
        if (certificate.isPresent() != key.isPresent()) {
            problems.add("admin.tls", "certificate and key are set together or not at all");
        }
        if (certificate.isPresent() && keystore.isPresent()) {
            problems.add("admin.tls", "either certificate and key, or keystore");
        }
        Optional<Supplier<Secret>> password = NodeKeys.TLS_PASSWORD.read(values, problems);
        if (certificate.isEmpty() && keystore.isEmpty() && trust.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new AdminTls(certificate, key, keystore, password, trust));
    }

    private Optional<Path> path(ConfigKey<String> key) {
        try {
            return optional(key).map(Path::of);
        } catch (InvalidPathException broken) {
            problems.add(values.origin(key), "is not a path");
            return Optional.empty();
        }
    }

    private Optional<String> optional(ConfigKey<String> key) {
        String text = values.get(key);
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
