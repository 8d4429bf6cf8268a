// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.controller.ClusterNode;
import dev.baton.controller.Topic;
import dev.baton.controller.TopicId;
import dev.baton.kafka.access.Rights;
import dev.baton.partitions.PartitionLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.DescribeClusterResponseData.DescribeClusterBroker;
import org.apache.kafka.common.message.DescribeLogDirsRequestData.DescribableLogDirTopic;
import org.apache.kafka.common.message.DescribeLogDirsResponseData;
import org.apache.kafka.common.message.DescribeLogDirsResponseData.DescribeLogDirsPartition;
import org.apache.kafka.common.message.DescribeLogDirsResponseData.DescribeLogDirsResult;
import org.apache.kafka.common.message.DescribeLogDirsResponseData.DescribeLogDirsTopic;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData.TopicRequest;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.Cursor;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.DescribeTopicPartitionsResponsePartition;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.DescribeTopicPartitionsResponseTopic;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.DescribeClusterRequest;
import org.apache.kafka.common.requests.DescribeClusterResponse;
import org.apache.kafka.common.requests.DescribeLogDirsRequest;
import org.apache.kafka.common.requests.DescribeLogDirsResponse;
import org.apache.kafka.common.requests.DescribeTopicPartitionsRequest;
import org.apache.kafka.common.requests.DescribeTopicPartitionsResponse;
import org.apache.kafka.common.requests.RequestContext;

/** Shows brokers, partitions and sizes to those who look after a cluster. */
final class ClusterHandlers {
    private static final byte BROKERS = 1;
    private static final int MAX_PARTITIONS = 2_000;

    private final KafkaClusterView cluster;
    private final Rights rights;

    ClusterHandlers(KafkaClusterView cluster, Rights rights) {
        this.cluster = cluster;
        this.rights = rights;
    }

    CompletableFuture<DescribeClusterResponse> describe(RequestContext context, DescribeClusterRequest request) {
        if (request.data().endpointType() != BROKERS) {
            return CompletableFuture.completedFuture(new DescribeClusterResponse(
                    new DescribeClusterResponseData().setErrorCode(Errors.UNSUPPORTED_ENDPOINT_TYPE.code())));
        }
        DescribeClusterResponseData data = new DescribeClusterResponseData()
                .setClusterId(cluster.id())
                .setControllerId(cluster.selfId())
                .setEndpointType(BROKERS);
        List<ClusterNode> nodes = cluster.read(view -> List.copyOf(view.nodes()));
        for (ClusterNode node : nodes) {
            if (!node.fenced() || request.data().includeFencedBrokers()) {
                KafkaClusterView.node(node)
                        .ifPresent(it -> data.brokers()
                                .add(new DescribeClusterBroker()
                                        .setBrokerId(it.id())
                                        .setHost(it.host())
                                        .setPort(it.port())
                                        .setRack(it.rack())
                                        .setIsFenced(node.fenced())));
            }
        }
        return CompletableFuture.completedFuture(new DescribeClusterResponse(data));
    }

    CompletableFuture<DescribeTopicPartitionsResponse> partitions(
            RequestContext context, DescribeTopicPartitionsRequest request) {
        Set<String> names = new HashSet<>();
        request.data().topics().stream().map(TopicRequest::name).forEach(names::add);
        if (names.isEmpty()) {
            cluster
                    .read(view ->
                            view.topics().stream().map(it -> it.name().value()).toList())
                    .stream()
                    .filter(it -> rights.maySee(context.principal, it))
                    .forEach(names::add);
        }
        var from = request.data().cursor();
        int left = Math.max(1, Math.min(request.data().responsePartitionLimit(), MAX_PARTITIONS));
        DescribeTopicPartitionsResponseData data = new DescribeTopicPartitionsResponseData();
        for (String name : names.stream().sorted().toList()) {
            if (from != null && name.compareTo(from.topicName()) < 0) {
                continue;
            }
            if (left == 0) {
                data.setNextCursor(new Cursor().setTopicName(name).setPartitionIndex(0));
                break;
            }
            int first = from != null && name.equals(from.topicName()) ? Math.max(0, from.partitionIndex()) : 0;
            DescribeTopicPartitionsResponseTopic topic = topic(context, name, first, left);
            data.topics().add(topic);
            left -= topic.partitions().size();
            int next = first + topic.partitions().size();
            int all = cluster.topic(name).map(Topic::partitions).orElse(0);
            if (topic.errorCode() == Errors.NONE.code() && next < all) {
                data.setNextCursor(new Cursor().setTopicName(name).setPartitionIndex(next));
                break;
            }
        }
        return CompletableFuture.completedFuture(new DescribeTopicPartitionsResponse(data));
    }

    private DescribeTopicPartitionsResponseTopic topic(RequestContext context, String name, int first, int most) {
        DescribeTopicPartitionsResponseTopic found = new DescribeTopicPartitionsResponseTopic().setName(name);
        if (!rights.maySee(context.principal, name)) {
            return found.setErrorCode(Errors.TOPIC_AUTHORIZATION_FAILED.code());
        }
        Optional<Topic> topic = cluster.topic(name);
        if (topic.isEmpty()) {
            Errors error =
                    TopicChanges.isName(name) ? Errors.UNKNOWN_TOPIC_OR_PARTITION : Errors.INVALID_TOPIC_EXCEPTION;
            return found.setErrorCode(error.code());
        }
        found.setTopicId(KafkaClusterView.uuid(topic.get().id()))
                .setIsInternal(name.equals(KafkaClusterView.OFFSETS_TOPIC));
        PartitionState.of(cluster, topic.get()).stream()
                .skip(first)
                .limit(most)
                .forEach(it -> found.partitions()
                        .add(new DescribeTopicPartitionsResponsePartition()
                                .setPartitionIndex(it.partition())
                                .setErrorCode(it.error().code())
                                .setLeaderId(it.leader())
                                .setLeaderEpoch(it.epoch())
                                .setReplicaNodes(it.replicas())
                                .setIsrNodes(it.alive())
                                .setEligibleLeaderReplicas(List.of())
                                .setLastKnownElr(List.of())
                                .setOfflineReplicas(it.offline())));
        return found;
    }

    CompletableFuture<DescribeLogDirsResponse> sizes(RequestContext context, DescribeLogDirsRequest request) {
        if (!rights.mayManageCluster(context.principal)) {
            return CompletableFuture.completedFuture(new DescribeLogDirsResponse(
                    new DescribeLogDirsResponseData().setErrorCode(Errors.CLUSTER_AUTHORIZATION_FAILED.code())));
        }
        Map<String, Set<Integer>> wanted = new HashMap<>();
        if (request.data().topics() != null) {
            for (DescribableLogDirTopic topic : request.data().topics()) {
                wanted.computeIfAbsent(topic.topic(), it -> new HashSet<>()).addAll(topic.partitions());
            }
        }
        Map<TopicId, String> names = new HashMap<>();
        cluster.read(view -> List.copyOf(view.topics()))
                .forEach(it -> names.put(it.id(), it.name().value()));
        Map<String, List<DescribeLogDirsPartition>> found = new TreeMap<>();
        cluster.partitions().logs().stream()
                .sorted(Comparator.comparing(PartitionLog::key))
                .forEach(log -> {
                    String name = names.get(log.key().topic());
                    int partition = log.key().partition();
                    boolean all = request.data().topics() == null;
                    if (name != null
                            && (all || wanted.getOrDefault(name, Set.of()).contains(partition))) {
                        found.computeIfAbsent(name, it -> new ArrayList<>())
                                .add(new DescribeLogDirsPartition()
                                        .setPartitionIndex(partition)
                                        .setPartitionSize(log.sizeBytes()));
                    }
                });
        DescribeLogDirsResult folder = new DescribeLogDirsResult().setLogDir("partitions");
        found.forEach((name, partitions) ->
                folder.topics().add(new DescribeLogDirsTopic().setName(name).setPartitions(partitions)));
        return CompletableFuture.completedFuture(
                new DescribeLogDirsResponse(new DescribeLogDirsResponseData().setResults(List.of(folder))));
    }
}
