// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.kafka.network.KafkaPort;
import dev.baton.kafka.network.RequestHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.RequestContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A port with one thread, which meets what nobody foresaw. */
class PortFailureTest {
    private static final short VERSION = 12;

    /** What is thrown next, and where. */
    private final AtomicReference<Error> inHandler = new AtomicReference<>();

    private final AtomicReference<Error> inThread = new AtomicReference<>();
    private KafkaPort port;

    private final class Handler implements RequestHandler {
        @Override
        public CompletableFuture<AbstractResponse> handle(RequestContext context, AbstractRequest request) {
            throwOnce(inHandler);
            return CompletableFuture.completedFuture(new MetadataResponse(new MetadataResponseData(), VERSION));
        }

        @Override
        public ApiVersionsResponse apiVersions(short version) {
            return new ApiVersionsResponse(new ApiVersionsResponseData());
        }
    }

    private static void throwOnce(AtomicReference<Error> from) {
        Error error = from.getAndSet(null);
        if (error != null) {
            throw error;
        }
    }

    @BeforeEach
    void open() throws IOException {
        KafkaLimits oneThread =
                new KafkaLimits(1, 20, 20, 1 << 20, 1 << 20, 5, Duration.ofMinutes(1), Duration.ofSeconds(30));
        KafkaMetrics metrics = new KafkaMetrics() {
            @Override
            public void connectionOpened() {
                throwOnce(inThread);
            }
        };
        port = KafkaPort.bind(KafkaSettings.onLoopback(0).with(oneThread), metrics, System::nanoTime);
        port.start(new Handler());
        port.letIn();
    }

    @AfterEach
    void close() {
        port.close();
    }

    private static Map<Errors, Integer> ask(RawConnection connection) throws IOException {
        return connection
                .ask(new MetadataRequest(new MetadataRequestData(), VERSION))
                .errorCounts();
    }

    @Test
    void anErrorOfTheThreadClosesItsConnectionsAndTheNextOnesAreServed() throws IOException {
        try (RawConnection before = new RawConnection(port.port())) {
            ask(before);
            inThread.set(new LinkageError("made up"));

            try (RawConnection meets = new RawConnection(port.port())) {
                assertThat(meets.isClosed()).isTrue();
                assertThat(before.isClosed()).isTrue();
            }
            try (RawConnection next = new RawConnection(port.port())) {
                assertThat(ask(next)).doesNotContainKey(Errors.UNKNOWN_SERVER_ERROR);
            }
        }
    }

    @Test
    void anErrorOfARequestIsAnsweredAndTheNextRequestIsServed() throws IOException {
        try (RawConnection other = new RawConnection(port.port());
                RawConnection connection = new RawConnection(port.port())) {
            ask(other);
            inHandler.set(new StackOverflowError("made up"));

            assertThat(connection
                            .ask(new MetadataRequest(
                                    new MetadataRequestData()
                                            .setTopics(List.of(
                                                    new MetadataRequestData.MetadataRequestTopic().setName("topic"))),
                                    VERSION))
                            .errorCounts())
                    .containsKey(Errors.UNKNOWN_SERVER_ERROR);

            assertThat(ask(connection)).doesNotContainKey(Errors.UNKNOWN_SERVER_ERROR);
            assertThat(ask(other)).doesNotContainKey(Errors.UNKNOWN_SERVER_ERROR);
        }
    }
}
