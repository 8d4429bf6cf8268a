// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.junit.jupiter.api.Test;

class RequestBudgetTest {
    private final RequestBudget budget = new RequestBudget(1_000_000);

    @Test
    void namesCostMoreThanTheBytesTheyComeIn() {
        assertThat(RequestBudget.cost(ApiKeys.METADATA, 1_000)).isEqualTo(100_000);
        assertThat(RequestBudget.cost(ApiKeys.FETCH, 1_000)).isEqualTo(32_000);
        assertThat(RequestBudget.cost(ApiKeys.PRODUCE, 8 << 20)).isZero();
        assertThatThrownBy(() -> RequestBudget.cost(ApiKeys.METADATA, (1 << 20) + 1))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void answersCostTheirBytesUnlessTheyAreRecords() {
        MetadataResponseData topics = new MetadataResponseData();
        topics.topics().add(new MetadataResponseTopic().setName("t".repeat(10_000)));

        assertThat(RequestBudget.cost(new MetadataResponse(topics, (short) 4), (short) 4))
                .isBetween(10_000L, 10_100L);
        assertThat(RequestBudget.cost(FetchResponse.of(new FetchResponseData()), (short) 11))
                .isZero();
    }

    @Test
    void partitionsOfARequestToAppendCostWhateverTheyHold() {
        TopicProduceData topic = new TopicProduceData().setName("t");
        topic.setPartitionData(Collections.nCopies(1_000, new PartitionProduceData()));
        ProduceRequestData data = new ProduceRequestData();
        data.topicData().add(topic);

        assertThat(RequestBudget.ofParts(new ProduceRequest(data, (short) 9))).isEqualTo(1_001 * 256);
        assertThat(RequestBudget.ofParts(new MetadataRequest(new MetadataRequestData(), (short) 4)))
                .isZero();
    }

    @Test
    void whatDoesNotFitIsRefusedAndChangesNothing() {
        budget.take(600_000);

        assertThatThrownBy(() -> budget.take(600_000)).isInstanceOf(InvalidRequestException.class);

        assertThat(budget.isScarce()).isTrue();
        budget.take(400_000);
        budget.release(1_000_000);
        assertThat(budget.isScarce()).isFalse();
    }
}
