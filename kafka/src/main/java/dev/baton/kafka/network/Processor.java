// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import dev.baton.kafka.KafkaLimits;
import dev.baton.kafka.KafkaMetrics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ChannelState;
import org.apache.kafka.common.network.KafkaChannel;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.network.NetworkSend;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads requests of its connections and writes their answers, on one thread. Answers leave in the order in which the
 * requests came; up to a limit, requests of one connection are worked on at the same time.
 */
final class Processor implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Processor.class);
    private static final long POLL_MILLIS = 300;
    private static final int FAILED_LOGIN_MILLIS = 100;
    private static final Duration AFTER_ERROR = Duration.ofMillis(100);
    private static final Duration LOOK_FOR_LATE = Duration.ofMillis(500);

    private final KafkaPort.Shared shared;
    private final RequestHandler handler;
    private final Channels channels;
    private final KafkaLimits limits;
    private final KafkaMetrics metrics;
    private final Metrics clientMetrics = new Metrics();
    private final Selector selector;
    private final Thread thread;
    private final Consumer<String> close;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<String, Connection> connections = new HashMap<>();
    private long looked;
    private volatile boolean closed;

    /** @param close closes a connection, of whichever processor */
    Processor(int number, KafkaPort.Shared shared, Channels channels, RequestHandler handler, Consumer<String> close) {
        this.shared = shared;
        this.close = close;
        this.handler = handler;
        this.channels = channels;
        this.limits = shared.settings().limits();
        this.metrics = shared.metrics();
        this.looked = shared.ticker().nanos();
        this.selector = new Selector(
                limits.requestBytes(),
                limits.idle().toMillis(),
                FAILED_LOGIN_MILLIS,
                clientMetrics,
                Time.SYSTEM,
                "kafka-port",
                Map.of("processor", Integer.toString(number)),
                false,
                false,
                channels.builder(handler::apiVersions),
                shared.memory(),
                new LogContext("[port " + number + "] "));
        this.thread = new Thread(this, "baton-kafka-" + number);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Takes a connection over. Any thread. */
    void accept(String id, String address, SocketChannel socket) {
        later(() -> register(id, address, socket));
    }

    /** Any thread. */
    void closeLater(String id) {
        later(() -> {
            Connection connection = connections.get(id);
            if (connection != null) {
                connection.countEnd(metrics);
            }
            drop(id);
        });
    }

    private void later(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    @Override
    public void run() {
        while (!closed) {
            try {
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                selector.poll(POLL_MILLIS);
                selector.completedReceives().forEach(this::received);
                selector.completedSends().forEach(this::sent);
                selector.disconnected().forEach(this::lost);
                dropLate();
            } catch (IOException | RuntimeException failed) {
                LOG.error("connections of Kafka clients were not served for a moment", failed);
            } catch (Error failed) {
                // Whatever it was at is not done. Nobody waits for it: the next loop serves new connections.
                LOG.error("connections of Kafka clients are closed, since their thread failed", failed);
                tasks.add(this::dropAll);
                LockSupport.parkNanos(AFTER_ERROR.toNanos());
            }
        }
        dropAll();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        dropAll();
        selector.close();
        clientMetrics.close();
    }

    private void dropAll() {
        List.copyOf(connections.keySet()).forEach(this::drop);
    }

    private void register(String id, String address, SocketChannel socket) {
        try {
            socket.configureBlocking(false);
            socket.socket().setTcpNoDelay(true);
            socket.socket().setKeepAlive(true);
            selector.register(id, socket);
            connections.put(id, new Connection(id, address, selector.channel(id)));
            metrics.connectionOpened();
        } catch (IOException | RuntimeException failed) {
            LOG.debug("connection {} could not be taken over", id, failed);
            shared.connections().closed(id);
            try {
                socket.close();
            } catch (IOException ignored) {
                LOG.debug("connection {} could not be closed", id, ignored);
            }
        }
    }

    private void received(NetworkReceive receive) {
        Connection connection = connections.get(receive.source());
        KafkaChannel channel = channel(receive.source());
        if (connection == null || channel == null) {
            RequestInProgress.release(receive);
            return;
        }
        shared.connections().asked(connection.id);
        try {
            begin(connection, channel, receive);
        } catch (InvalidRequestException invalid) {
            RequestInProgress.release(receive);
            metrics.invalidRequest();
            // Any client can cause any number of these. They are counted.
            LOG.debug("connection {} is closed: {}", connection.id, summary(invalid));
            drop(connection.id);
        }
    }

    private void begin(Connection connection, KafkaChannel channel, NetworkReceive receive) {
        ByteBuffer bytes = receive.payload();
        int size = bytes.remaining();
        RequestHeader header = BoundedRequestReader.header(bytes);
        long cost = RequestBudget.cost(header.apiKey(), size);
        RequestContext context = new RequestContext(
                header,
                connection.id,
                channel.socketAddress(),
                channel.principal(),
                Channels.LISTENER,
                channels.protocol(),
                channel.channelMetadataRegistry().clientInformation(),
                false);
        shared.budget().take(cost);
        AbstractRequest request;
        try {
            request = parsed(context, bytes);
        } catch (RuntimeException malformed) {
            shared.budget().release(cost);
            throw malformed;
        } catch (Error failed) {
            shared.budget().release(cost);
            LOG.error("a request could not be read: {}", header, failed);
            throw new InvalidRequestException("a request could not be read", failed);
        }
        long parts = RequestBudget.ofParts(request);
        if (parts > 0) {
            // Nothing was taken for it before.
            shared.budget().take(parts);
        }
        RequestInProgress pending = new RequestInProgress(
                context,
                request,
                receive,
                () -> shared.budget().release(cost + parts),
                shared.ticker().nanos());
        connection.pending.add(pending);
        if (connection.pending.size() >= limits.inFlight() && !connection.muted) {
            connection.muted = true;
            selector.mute(connection.id);
        }
        CompletableFuture<?> unused = pending.handledBy(handler).whenComplete((answer, failure) -> {
            if (failure instanceof CancellationException) {
                return;
            }
            AbstractResponse given = failure == null ? answer : pending.failed(failure);
            if (Thread.currentThread() == thread) {
                answered(connection, pending, given);
            } else {
                later(() -> answered(connection, pending, given));
            }
        });
    }

    private void answered(Connection connection, RequestInProgress pending, AbstractResponse given) {
        // Nobody waits for the answer of one that is closed.
        if (connections.get(connection.id) == connection) {
            orDrop(connection, () -> {
                pending.answer(given, shared.budget());
                send(connection);
            });
        }
    }

    private static AbstractRequest parsed(RequestContext context, ByteBuffer body) {
        RequestHeader header = context.header;
        // One of a version that is not known is answered all the same.
        return header.apiKey() == ApiKeys.API_VERSIONS
                ? context.parseRequest(body).request
                : BoundedRequestReader.parse(header.apiKey(), header.apiVersion(), body);
    }

    /** A client whose answer cannot be sent does not wait for it. */
    private void orDrop(Connection connection, Runnable sending) {
        try {
            sending.run();
        } catch (InvalidRequestException tooMuch) {
            metrics.invalidRequest();
            LOG.debug("connection {} is closed: {}", connection.id, summary(tooMuch));
            drop(connection.id);
        } catch (RuntimeException | Error failed) {
            LOG.error("connection {} is closed: its answer could not be sent", connection.id, failed);
            drop(connection.id);
        }
    }

    /** Sends the answers that are there and whose turn it is. */
    private void send(Connection connection) {
        while (connection.sending == null && !connection.pending.isEmpty()) {
            RequestInProgress first = connection.pending.element();
            Optional<RequestInProgress.Answer> answer = first.answer();
            if (answer.isEmpty()) {
                return;
            }
            if (channel(connection.id) == null) {
                drop(connection.id);
                return;
            }
            first.count(answer.get(), metrics, shared.ticker().nanos());
            if (!first.silent) {
                PendingResponse bytes = new PendingResponse(
                        answer.get().bytes(), shared.ticker().nanos());
                connection.sending = bytes;
                selector.send(new NetworkSend(connection.id, bytes));
            } else if (answer.get().isFailure()) {
                // A producer that waits for no answer learns in this way that it has to look for the leader again.
                drop(connection.id);
            } else {
                done(connection);
            }
        }
    }

    private void sent(NetworkSend send) {
        Connection connection = connections.get(send.destinationId());
        if (connection != null) {
            connection.sending = null;
            done(connection);
            orDrop(connection, () -> send(connection));
        }
    }

    /** The first of the requests is answered. */
    private void done(Connection connection) {
        connection.pending.remove().release();
        if (connection.pending.isEmpty()) {
            shared.connections().answered(connection.id, shared.ticker().nanos());
        }
        if (connection.muted && channel(connection.id) != null) {
            connection.muted = false;
            selector.unmute(connection.id);
        }
    }

    private void lost(String id, ChannelState state) {
        Connection connection = connections.get(id);
        if (connection != null) {
            switch (state.state()) {
                case AUTHENTICATION_FAILED -> {
                    if (state.exception() instanceof SslAuthenticationException) {
                        metrics.connectionUnfinished();
                    } else {
                        metrics.loginFailed();
                    }
                    shared.logins().failed(connection.address, Duration.ZERO);
                }
                case NOT_CONNECTED, AUTHENTICATE -> metrics.connectionUnfinished();
                default -> connection.countEnd(metrics);
            }
        }
        forget(id);
    }

    private void drop(String id) {
        selector.close(id);
        forget(id);
    }

    private void forget(String id) {
        Connection connection = connections.remove(id);
        shared.connections().closed(id);
        if (connection != null) {
            connection.pending.forEach(RequestInProgress::abandon);
            connection.pending.clear();
            metrics.connectionClosed();
        }
    }

    private void dropLate() {
        long now = shared.ticker().nanos();
        if (now - looked < LOOK_FOR_LATE.toNanos()) {
            return;
        }
        looked = now;
        shared.connections().late(now).forEach(close);
        for (Connection connection : List.copyOf(connections.values())) {
            KafkaChannel channel = selector.channel(connection.id);
            NetworkReceive incoming = channel == null ? null : channel.currentReceive();
            // One that is not read because memory is short is not slow.
            boolean held = connection.muted || (channel != null && channel.isMuted());
            if (connection.isSlow(held ? null : incoming, now, limits.frame().toNanos())) {
                LOG.info("connection {} is closed: a request took longer than {}", connection.id, limits.frame());
                metrics.invalidRequest();
                drop(connection.id);
            } else if (connection.isStuck(now, limits.frame().toNanos())
                    && shared.budget().isScarce()) {
                LOG.info("connection {} is closed: the client read no answer for {}", connection.id, limits.frame());
                drop(connection.id);
            }
        }
    }

    private KafkaChannel channel(String id) {
        KafkaChannel open = selector.channel(id);
        return open != null ? open : selector.closingChannel(id);
    }

    private static String summary(Throwable invalid) {
        Throwable cause = invalid.getCause();
        return invalid.getMessage() + (cause == null ? "" : ": " + cause.getMessage());
    }

    void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
