// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import dev.baton.kafka.KafkaLimits;
import dev.baton.kafka.KafkaMetrics;
import dev.baton.kafka.KafkaSettings;
import dev.baton.kafka.access.KafkaTls;
import dev.baton.security.ConnectionLimit;
import dev.baton.security.FailureThrottle;
import dev.baton.spi.Ticker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.memory.SimpleMemoryPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where clients connect: one thread accepts connections, and some processors share them. */
public final class KafkaPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaPort.class);
    private static final int BACKLOG = 100;
    private static final FailureThrottle.Limits LOGINS =
            new FailureThrottle.Limits(10, Duration.ofSeconds(1), Duration.ZERO, 10_000);
    /** Parsed, requests may take so many times their bytes, though not more than a quarter of the heap. */
    private static final long MEMORY_OF_REQUESTS = 16;

    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final ServerSocketChannel socket;
    private final List<Processor> processors = new ArrayList<>();
    private final Thread acceptor;
    private final Shared shared;
    private final Optional<TlsKeys> keys;
    private volatile boolean letsIn;
    private volatile boolean closed;

    /** What all processors of a port have in common. Safe for any thread. */
    record Shared(
            KafkaSettings settings,
            KafkaMetrics metrics,
            Ticker ticker,
            ConnectionLimit<String> connections,
            FailureThrottle logins,
            MemoryPool memory,
            RequestBudget budget) {}

    private KafkaPort(KafkaSettings settings, KafkaMetrics metrics, Ticker ticker) throws IOException {
        this.shared = new Shared(
                settings,
                metrics,
                ticker,
                new ConnectionLimit<>(new ConnectionLimit.Limits(
                        settings.limits().connections(),
                        settings.limits().connectionsPerAddress(),
                        settings.limits().frame(),
                        settings.limits().idle())),
                new FailureThrottle(LOGINS, ticker),
                new SimpleMemoryPool(bytes(settings.limits()), settings.limits().requestBytes(), true, null),
                new RequestBudget(budget(settings.limits())));
        this.keys = settings.access().tls().map(TlsKeys::new);
        this.socket = ServerSocketChannel.open();
        try {
            socket.bind(settings.bind(), BACKLOG);
        } catch (IOException taken) {
            socket.close();
            throw new IOException("cannot listen on " + settings.bind() + ": " + taken.getMessage(), taken);
        }
        this.acceptor = new Thread(this::accept, "baton-kafka-accept");
        acceptor.setDaemon(true);
    }

    private static long budget(KafkaLimits limits) {
        return Math.min(Runtime.getRuntime().maxMemory() / 4, MEMORY_OF_REQUESTS * limits.requestMemory());
    }

    /** Records are copied once before they are appended, and once more on their way to other replicas. */
    private static long bytes(KafkaLimits limits) {
        long affordable = Math.min(Runtime.getRuntime().maxMemory() / 8, limits.requestMemory());
        return Math.max(affordable, limits.requestBytes());
    }

    /** Listens, and answers no client before {@link #start}. */
    public static KafkaPort bind(KafkaSettings settings, KafkaMetrics metrics, Ticker ticker) throws IOException {
        return new KafkaPort(settings, metrics, ticker);
    }

    /** Takes connections, whose requests this answers; until {@link #letIn}, each is closed at once. */
    public void start(RequestHandler handler) {
        Channels channels = new Channels(shared.settings(), keys);
        for (int i = 0; i < shared.settings().limits().processors(); i++) {
            processors.add(new Processor(i, shared, channels, handler, this::closeLater));
        }
        processors.forEach(Processor::start);
        acceptor.start();
    }

    /** Before, clients are turned away, so that they ask another broker. */
    public void letIn() {
        letsIn = true;
    }

    /**
     * Has connections from now on shown another certificate.
     *
     * @throws IllegalArgumentException if TLS is off
     */
    public void use(KafkaTls changed) {
        keys.orElseThrow(() -> new IllegalArgumentException("TLS is off")).use(changed);
    }

    public int port() {
        return socket.socket().getLocalPort();
    }

    /** How many connections there are. */
    public int connections() {
        return shared.connections().open();
    }

    private void accept() {
        long count = 0;
        while (!closed) {
            try {
                SocketChannel accepted = socket.accept();
                if (!letsIn) {
                    accepted.close();
                    continue;
                }
                String address = ((InetSocketAddress) accepted.getRemoteAddress())
                        .getAddress()
                        .getHostAddress();
                boolean throttled = shared.logins().attempt(address).isEmpty();
                if (throttled) {
                    shared.metrics().connectionRefused();
                    accepted.close();
                    continue;
                }
                String id = count % processors.size() + "-" + address + "-" + count;
                shared.connections()
                        .opened(id, address, shared.ticker().nanos())
                        .ifPresent(this::refuse);
                processors.get((int) (count++ % processors.size())).accept(id, address, accepted);
            } catch (ClosedChannelException ended) {
                return;
            } catch (IOException | RuntimeException | Error failed) {
                if (!closed) {
                    LOG.warn("a connection could not be accepted: {}", failed.toString());
                    // Out of file descriptors, perhaps: do not spin.
                    LockSupport.parkNanos(AFTER_FAILURE.toNanos());
                }
            }
        }
    }

    private void refuse(String id) {
        shared.metrics().connectionRefused();
        closeLater(id);
    }

    private void closeLater(String id) {
        processors.get(Integer.parseInt(id.substring(0, id.indexOf('-')))).closeLater(id);
    }

    @Override
    public void close() {
        closed = true;
        try {
            socket.close();
        } catch (IOException ignored) {
            LOG.debug("the socket was not closed", ignored);
        }
        processors.forEach(Processor::close);
    }
}
