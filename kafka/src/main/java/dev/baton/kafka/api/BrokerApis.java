// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.Node.Incarnation;
import dev.baton.kafka.KafkaMetrics;
import dev.baton.kafka.access.Rights;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.CreatePartitionsRequest;
import org.apache.kafka.common.requests.CreateTopicsRequest;
import org.apache.kafka.common.requests.DeleteRecordsRequest;
import org.apache.kafka.common.requests.DeleteTopicsRequest;
import org.apache.kafka.common.requests.DescribeClusterRequest;
import org.apache.kafka.common.requests.DescribeConfigsRequest;
import org.apache.kafka.common.requests.DescribeLogDirsRequest;
import org.apache.kafka.common.requests.DescribeTopicPartitionsRequest;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.IncrementalAlterConfigsRequest;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.OffsetsForLeaderEpochRequest;
import org.apache.kafka.common.requests.ProduceRequest;

/** Everything that a broker offers beside groups. */
public final class BrokerApis {
    private final KafkaClusterView cluster;
    private final Rights rights;
    private final TopicChanges changes;
    private final KafkaMetrics metrics;
    private final Incarnation incarnation;

    public BrokerApis(
            KafkaClusterView cluster,
            Rights rights,
            TopicChanges changes,
            KafkaMetrics metrics,
            Incarnation incarnation) {
        this.cluster = cluster;
        this.rights = rights;
        this.changes = changes;
        this.metrics = metrics;
        this.incarnation = incarnation;
    }

    /** All of it, with fetches that wait here. */
    public ApiHandlers with(WaitingFetches waiting) {
        TopicHandlers topics = new TopicHandlers(cluster, rights, changes);
        ConfigHandlers configs = new ConfigHandlers(cluster, rights, changes);
        ClusterHandlers shown = new ClusterHandlers(cluster, rights);
        OffsetHandlers offsets = new OffsetHandlers(cluster, rights);
        return new ApiHandlers()
                .on(ApiKeys.METADATA, MetadataRequest.class, new MetadataHandler(cluster, rights, changes, metrics))
                .on(ApiKeys.PRODUCE, ProduceRequest.class, new ProduceHandler(cluster, rights, metrics))
                .on(ApiKeys.FETCH, FetchRequest.class, new FetchHandler(cluster, rights, metrics, waiting))
                .on(ApiKeys.INIT_PRODUCER_ID, InitProducerIdRequest.class, new ProducerIds(cluster, incarnation))
                .on(ApiKeys.LIST_OFFSETS, ListOffsetsRequest.class, offsets::list)
                .on(ApiKeys.OFFSET_FOR_LEADER_EPOCH, OffsetsForLeaderEpochRequest.class, offsets::ends)
                .on(ApiKeys.DELETE_RECORDS, DeleteRecordsRequest.class, offsets::delete)
                .on(ApiKeys.CREATE_TOPICS, CreateTopicsRequest.class, topics::create)
                .on(ApiKeys.CREATE_PARTITIONS, CreatePartitionsRequest.class, topics::extend)
                .on(ApiKeys.DELETE_TOPICS, DeleteTopicsRequest.class, topics::delete)
                .on(ApiKeys.DESCRIBE_CONFIGS, DescribeConfigsRequest.class, configs::describe)
                .on(ApiKeys.INCREMENTAL_ALTER_CONFIGS, IncrementalAlterConfigsRequest.class, configs::alter)
                .on(ApiKeys.DESCRIBE_CLUSTER, DescribeClusterRequest.class, shown::describe)
                .on(ApiKeys.DESCRIBE_TOPIC_PARTITIONS, DescribeTopicPartitionsRequest.class, shown::partitions)
                .on(ApiKeys.DESCRIBE_LOG_DIRS, DescribeLogDirsRequest.class, shown::sizes);
    }
}
