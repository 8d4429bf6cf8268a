// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import dev.baton.admin.AdminClient;
import dev.baton.cli.client.NodeConnection;
import dev.baton.security.TlsFiles;
import java.io.Console;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which node is asked, and as whom. There is no option for the token itself: the process list would show it. */
public final class ServerOptions {
    private static final String DEFAULT_SERVER = "http://127.0.0.1:7400";

    @Option(
            names = "--server",
            paramLabel = "URL",
            description =
                    "The node to ask; any node answers for all. Default: BATON_SERVER, or " + DEFAULT_SERVER + ".")
    private @Nullable String server;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the token. Default: the variable BATON_TOKEN, or a prompt at a terminal.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "Certificates (PEM) to trust for https, instead of the system's.")
    private @Nullable Path caFile;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "5s",
            description = "How long an answer may take. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ofSeconds(5);

    public boolean given() {
        return server != null;
    }

    public NodeConnection connect(CliEnvironment environment) {
        return connect(
                environment,
                server == null ? environment.variable("BATON_SERVER").orElse(DEFAULT_SERVER) : server);
    }

    /** Connects to another node, as the same caller. */
    public NodeConnection connect(CliEnvironment environment, String address) {
        URI uri = uri(address);
        if (timeout.isZero()) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "--timeout must be above 0");
        }
        Optional<String> token = token(environment);
        if (token.isPresent() && uri.getScheme().equals("http") && !isLoopback(uri.getHost())) {
            environment.err().println("baton: the token is sent to " + uri.getHost() + " unencrypted; use https");
        }
        AdminClient client = new AdminClient(
                token.<Supplier<String>>map(it -> () -> it),
                timeout,
                Optional.ofNullable(caFile).map(ServerOptions::trusting));
        return new NodeConnection(uri, client, timeout, () -> ask(environment));
    }

    static URI uri(String text) {
        try {
            URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (web
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getRawPath().isEmpty()
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (URISyntaxException unreadable) {
            // Said below.
        }
        throw new CommandFailure(
                ExitCode.USAGE,
                "USAGE",
                "the server must be an address like http://127.0.0.1:7400 or https://node-1:7400");
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host.replaceAll("[\\[\\]]", "")).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    private Optional<String> token(CliEnvironment environment) {
        if (tokenFile == null) {
            return environment.variable("BATON_TOKEN").map(ServerOptions::tidy);
        }
        return Optional.of(tidy(SecretFile.read(tokenFile)));
    }

    private static String tidy(String token) {
        String stripped = token.strip();
        if (stripped.isEmpty() || !stripped.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "the token must be one word of printable ASCII");
        }
        return stripped;
    }

    private static Optional<String> ask(CliEnvironment environment) {
        Console console = environment.terminalInput() ? System.console() : null;
        char[] typed = console == null ? null : console.readPassword("Token: ");
        return typed == null || typed.length == 0 ? Optional.empty() : Optional.of(tidy(new String(typed)));
    }

    private static SSLContext trusting(Path file) {
        try {
            return TlsFiles.trusting(file);
        } catch (IllegalArgumentException unusable) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "--ca-file cannot be used: " + unusable.getMessage());
        }
    }
}
