// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.message.DescribeConfigsRequestData;
import org.apache.kafka.common.message.DescribeConfigsRequestData.DescribeConfigsResource;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.requests.DescribeConfigsRequest;
import org.apache.kafka.common.requests.DescribeConfigsResponse;
import org.apache.kafka.common.requests.DescribeGroupsRequest;
import org.apache.kafka.common.requests.DescribeGroupsResponse;
import org.apache.kafka.common.requests.FindCoordinatorRequest;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.OffsetFetchRequest;
import org.apache.kafka.common.requests.OffsetFetchResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small request may have a large answer: what it takes is bounded too, with the heap that a broker has as it comes. */
class LargeAnswersIT {
    private static final int PARTITIONS = 8_000;
    private static final int TIMES = 10_000;
    /** Answers of this many connections do not fit into the memory that there is for them. */
    private static final int DEAF = 80;

    private static final int REQUESTS = 40;

    @TempDir
    static Path folder;

    private static TestBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = new TestBroker(folder);
        try (Admin admin = broker.admin()) {
            admin.createTopics(List.of(new NewTopic("wide", PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static MetadataRequest metadata(int times) {
        return new MetadataRequest(
                new MetadataRequestData()
                        .setTopics(Collections.nCopies(times, new MetadataRequestTopic().setName("wide")))
                        .setAllowAutoTopicCreation(false),
                (short) 4);
    }

    @Test
    void whatIsNamedManyTimesIsToldOnce() throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            MetadataResponse topics = (MetadataResponse) connection.ask(metadata(TIMES));
            DescribeConfigsResponse settings = (DescribeConfigsResponse) connection.ask(new DescribeConfigsRequest(
                    new DescribeConfigsRequestData()
                            .setResources(Collections.nCopies(
                                    TIMES,
                                    new DescribeConfigsResource()
                                            .setResourceType(ConfigResource.Type.TOPIC.id())
                                            .setResourceName("wide")
                                            .setConfigurationKeys(null))),
                    (short) 1));

            assertThat(topics.data().topics()).hasSize(1);
            assertThat(topics.data().topics().find("wide").partitions()).hasSize(PARTITIONS);
            assertThat(settings.data().results()).hasSize(1);
        }
    }

    @Test
    void groupThatIsNamedManyTimesIsToldOnce() throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            eventually(
                    "groups are coordinated",
                    TestBroker.SOON,
                    () -> describedGroups(connection) == 1,
                    () -> broker.metrics);
            OffsetFetchResponse offsets = (OffsetFetchResponse) connection.ask(OffsetFetchRequest.Builder.forTopicNames(
                            new OffsetFetchRequestData()
                                    .setGroups(Collections.nCopies(
                                            TIMES,
                                            new OffsetFetchRequestGroup()
                                                    .setGroupId("g")
                                                    .setTopics(null))),
                            false)
                    .build((short) 8));

            assertThat(offsets.data().groups()).hasSize(1);
        }
    }

    private static int describedGroups(RawConnection connection) {
        try {
            connection.ask(new FindCoordinatorRequest.Builder(
                            new FindCoordinatorRequestData().setCoordinatorKeys(List.of("g")))
                    .build((short) 4));
            DescribeGroupsResponse groups = (DescribeGroupsResponse) connection.ask(new DescribeGroupsRequest.Builder(
                            new DescribeGroupsRequestData().setGroups(Collections.nCopies(TIMES, "g")))
                    .build((short) 5));
            return groups.data().groups().size();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void largeAnswersThatNobodyTakesDoNotFillTheMemory() throws IOException {
        byte[] request = RawConnection.frame(metadata(1), 1);
        long before = broker.metrics.count("invalid");
        List<Socket> deaf = new ArrayList<>();
        try {
            for (int i = 0; i < DEAF; i++) {
                Socket socket = new Socket();
                deaf.add(socket);
                socket.setReceiveBufferSize(4_096);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.port()));
                // The first ones wait in the system's buffers, and not in the broker's memory.
                for (int j = 0; j < REQUESTS; j++) {
                    socket.getOutputStream().write(request);
                }
            }

            eventually(
                    "requests are refused while the answers of others have all the memory",
                    TestBroker.SOON,
                    () -> broker.metrics.count("invalid") > before,
                    () -> broker.metrics);
        } finally {
            for (Socket socket : deaf) {
                socket.close();
            }
        }
        eventually("others are answered again", TestBroker.SOON, LargeAnswersIT::isAnswered, () -> broker.metrics);
    }

    private static boolean isAnswered() {
        try (RawConnection connection = new RawConnection(broker.port())) {
            return connection.ask(metadata(1)) instanceof MetadataResponse;
        } catch (IOException refused) {
            return false;
        }
    }

    @Test
    void morePartitionsThanThereIsMemoryForAreRefused() {
        int most = (int) (Runtime.getRuntime().maxMemory() >> 14);
        try (Admin admin = broker.admin()) {
            assertThatThrownBy(() -> admin.createTopics(List.of(new NewTopic("more", most - 1_000, (short) 1)))
                            .all()
                            .get())
                    .hasCauseInstanceOf(PolicyViolationException.class)
                    .hasMessageContaining("memory");
            assertThatThrownBy(() -> admin.createPartitions(Map.of("wide", NewPartitions.increaseTo(most + 1)))
                            .all()
                            .get())
                    .hasCauseInstanceOf(PolicyViolationException.class);
        }
    }
}
