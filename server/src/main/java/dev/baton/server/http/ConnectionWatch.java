// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.security.ConnectionLimit;
import dev.baton.spi.Ticker;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/** Reports events on the connections of a server to the {@link ConnectionLimit}, and closes those that it selects. */
final class ConnectionWatch extends Handler.Wrapper implements Connection.Listener {
    private static final int LOOKS = 10;

    private final ConnectionLimit<Connection> open;
    private final Duration interval;
    private final Ticker ticker;

    ConnectionWatch(ConnectionLimit.Limits limits, Ticker ticker) {
        this.open = new ConnectionLimit<>(limits);
        this.interval = limits.request().dividedBy(LOOKS);
        this.ticker = ticker;
    }

    /** Checks for late requests as long as the server runs. */
    void watch(Scheduler scheduler) {
        if (scheduler.isRunning()) {
            open.late(ticker.nanos()).forEach(ConnectionWatch::cut);
            scheduler.schedule(() -> watch(scheduler), interval.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void onOpened(Connection connection) {
        // With TLS there are two connections; the inner one has the requests, and its end is the end of both.
        if (!(connection instanceof SslConnection)) {
            open.opened(connection, address(connection), ticker.nanos()).ifPresent(ConnectionWatch::cut);
        }
    }

    @Override
    public void onClosed(Connection connection) {
        open.closed(connection);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        Request.addCompletionListener(request, failure -> open.answered(connection, ticker.nanos()));
        if (!hasBody(request)) {
            open.asked(connection);
            return super.handle(request, response, callback);
        }
        return super.handle(new Arriving(request, () -> open.asked(connection)), response, callback);
    }

    private static boolean hasBody(Request request) {
        return request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)
                || request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > 0;
    }

    /** A request whose body has not arrived completely. */
    private static final class Arriving extends Request.Wrapper {
        private final Runnable whole;

        Arriving(Request request, Runnable whole) {
            super(request);
            this.whole = whole;
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk != null && chunk.isLast()) {
                whole.run();
            }
            return chunk;
        }
    }

    private static void cut(Connection connection) {
        connection.getEndPoint().close();
    }

    private static String address(Connection connection) {
        SocketAddress remote = connection.getEndPoint().getRemoteSocketAddress();
        return remote instanceof InetSocketAddress internet
                ? internet.getAddress().getHostAddress()
                : String.valueOf(remote);
    }
}
