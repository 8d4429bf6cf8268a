// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.raft.member.MemberAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.MetadataRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that does not know yet which topics there are must not tell clients that theirs are gone. */
class BrokerStartIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private final List<RealBroker> brokers = new ArrayList<>();

    @AfterEach
    void stop() {
        brokers.forEach(RealBroker::close);
    }

    private RealBroker start(MemberAddress self, List<MemberAddress> all) throws IOException {
        RealBroker broker = new RealBroker(self, folder, all);
        brokers.add(broker);
        return broker;
    }

    private static AbstractResponse askForTopics(RealBroker broker) throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            return connection.ask(
                    new MetadataRequest(new MetadataRequestData().setTopics(null), ApiKeys.METADATA.latestVersion()));
        }
    }

    @Test
    void clientsAreTurnedAwayUntilTheNodeKnowsWhatWasDecided() throws Exception {
        List<MemberAddress> all = RealBroker.addresses("a", "b", "c");
        RealBroker first = start(all.get(0), all);

        assertThatThrownBy(() -> askForTopics(first)).isInstanceOf(IOException.class);
        assertThat(first.letIn).isNotDone();

        start(all.get(1), all);
        start(all.get(2), all);
        first.letIn.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(askForTopics(first)).isNotNull();
    }
}
