// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.security.ConnectionLimit;
import dev.baton.spi.Ticker;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of the admin API. Everything is bounded, and every call passes the guard. */
public final class AdminServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);

    private static final int THREADS = 24 + EventStream.MAX_STREAMS;
    /** The number of connections that may be accepted but not counted yet. */
    private static final int ARRIVING = 64;

    private static final int MAX_HEADER_BYTES = 8 * 1024;

    private final AdminSettings settings;
    private final AdminSocket socket;
    private final Guard guard;
    private final ConnectionLimit.Limits limits;
    private final BiConsumer<String, String> requests;
    private final ConnectionWatch connections;
    private final Javalin javalin;

    /** @param requests called with the method and the path of every call that has a route */
    AdminServer(
            AdminSettings settings,
            AdminSocket socket,
            Guard guard,
            ConnectionLimit.Limits limits,
            Ticker ticker,
            List<Route> routes,
            BiConsumer<String, String> requests) {
        this.settings = settings;
        this.socket = socket;
        this.guard = guard;
        this.limits = limits;
        this.requests = requests;
        this.connections = new ConnectionWatch(limits, ticker);
        this.javalin = Javalin.create(config -> configure(config, routes));
    }

    private void configure(JavalinConfig config, List<Route> routes) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.prefer405over404 = true;
        config.http.generateEtags = false;
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 4);
        threads.setName("baton-admin");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.addConnector((server, http) -> connector(server, http));
        config.jetty.modifyServer(server -> {
            // The hand-over, for which a stop would have to wait, is over when the server is stopped.
            server.setStopTimeout(0);
            server.setErrorHandler(new JsonErrors());
            server.setHandler(connections);
        });
        config.routes.before(guard::admit);
        for (Route route : routes) {
            config.routes.addHttpHandler(route.method(), route.path(), context -> serve(route, context));
        }
        config.routes.exception(
                ApiException.class,
                (failed, context) -> ApiCall.fail(context, failed.error(), String.valueOf(failed.getMessage())));
        config.routes.exception(
                HttpResponseException.class,
                (failed, context) -> ApiCall.fail(context, ApiError.of(failed.getStatus())));
        config.routes.exception(IOException.class, (gone, context) -> {
            LOG.debug("a call of {} was cut off", context.endpoint().path);
            // A stream that has begun gets no error.
            if (!context.res().isCommitted()) {
                ApiCall.fail(context, ApiError.INTERNAL);
            }
        });
        config.routes.exception(Exception.class, (bug, context) -> {
            LOG.error("a call of {} failed", context.endpoint().path, bug);
            ApiCall.fail(context, ApiError.INTERNAL);
        });
    }

    private ServerConnector connector(Server server, HttpConfiguration http) {
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        ServerConnector connector = socket.tls()
                .map(context -> new ServerConnector(server, 1, 1, tls(context, http)))
                .orElseGet(() -> new ServerConnector(server, 1, 1, new HttpConnectionFactory(http)));
        connector.setHost(settings.bind().getHostAddress());
        connector.setIdleTimeout(limits.quiet().toMillis());
        connector.addBean(connections, false);
        try {
            connector.open(socket.channel());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        server.addBean(new NetworkConnectionLimit(limits.connections() + ARRIVING, connector));
        return connector;
    }

    private static ConnectionFactory[] tls(SSLContext context, HttpConfiguration http) {
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        SslContextFactory.Server keys = new SslContextFactory.Server();
        keys.setSslContext(context);
        keys.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        return new ConnectionFactory[] {new SslConnectionFactory(keys, plain.getProtocol()), plain};
    }

    private void serve(Route route, Context context) throws Exception {
        requests.accept(route.method().name(), route.path());
        route.role().ifPresent(role -> context.attribute(Caller.class.getName(), guard.authorize(context, role)));
        route.handler().handle(new ApiCall(route, context));
    }

    void start() {
        javalin.start();
        connections.watch(connections.getServer().getScheduler());
    }

    /** Applies changed tokens; all other settings of the API need a restart. */
    public void reload(AdminSettings changed) {
        guard.use(AccessControl.of(changed));
    }

    /** The port that the server listens on. */
    public int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        javalin.stop();
    }
}
