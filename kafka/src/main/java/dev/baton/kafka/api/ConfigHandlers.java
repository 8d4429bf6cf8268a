// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.controller.Topic;
import dev.baton.kafka.access.Right;
import dev.baton.kafka.access.Rights;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.message.DescribeConfigsRequestData.DescribeConfigsResource;
import org.apache.kafka.common.message.DescribeConfigsResponseData;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResourceResult;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResult;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData.AlterConfigsResource;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData.AlterableConfig;
import org.apache.kafka.common.message.IncrementalAlterConfigsResponseData;
import org.apache.kafka.common.message.IncrementalAlterConfigsResponseData.AlterConfigsResourceResponse;
import org.apache.kafka.common.requests.DescribeConfigsRequest;
import org.apache.kafka.common.requests.DescribeConfigsResponse;
import org.apache.kafka.common.requests.DescribeConfigsResponse.ConfigSource;
import org.apache.kafka.common.requests.IncrementalAlterConfigsRequest;
import org.apache.kafka.common.requests.IncrementalAlterConfigsResponse;
import org.apache.kafka.common.requests.RequestContext;
import org.jspecify.annotations.Nullable;

/** Shows and changes the settings of topics, and shows a few of a broker's. */
final class ConfigHandlers {
    private static final Duration WITHIN = Duration.ofSeconds(20);

    private final KafkaClusterView cluster;
    private final Rights rights;
    private final TopicChanges changes;

    ConfigHandlers(KafkaClusterView cluster, Rights rights, TopicChanges changes) {
        this.cluster = cluster;
        this.rights = rights;
        this.changes = changes;
    }

    static byte source(boolean set) {
        return (set ? ConfigSource.TOPIC_CONFIG : ConfigSource.DEFAULT_CONFIG).id();
    }

    CompletableFuture<DescribeConfigsResponse> describe(RequestContext context, DescribeConfigsRequest request) {
        DescribeConfigsResponseData data = new DescribeConfigsResponseData();
        Set<ConfigResource> named = new HashSet<>();
        for (DescribeConfigsResource wanted : request.data().resources()) {
            if (!named.add(
                    new ConfigResource(ConfigResource.Type.forId(wanted.resourceType()), wanted.resourceName()))) {
                continue;
            }
            DescribeConfigsResult result = new DescribeConfigsResult()
                    .setResourceType(wanted.resourceType())
                    .setResourceName(wanted.resourceName());
            try {
                result.setConfigs(settings(context, wanted, request.data().includeDocumentation()));
            } catch (ApiException refused) {
                result.setErrorCode(KafkaErrors.ofController(refused).code()).setErrorMessage(refused.getMessage());
            }
            data.results().add(result);
        }
        return CompletableFuture.completedFuture(new DescribeConfigsResponse(data));
    }

    private List<DescribeConfigsResourceResult> settings(
            RequestContext context, DescribeConfigsResource wanted, boolean documented) {
        List<DescribeConfigsResourceResult> all = new ArrayList<>();
        if (wanted.resourceType() == ConfigResource.Type.TOPIC.id()) {
            if (!rights.maySee(context.principal, wanted.resourceName())) {
                throw new TopicAuthorizationException("not authorized to describe this topic");
            }
            Topic topic = cluster.topic(wanted.resourceName(), Uuid.ZERO_UUID);
            TopicSettings.effective(topic.config()).forEach((name, value) -> {
                byte source = source(topic.config().containsKey(name));
                String meaning =
                        TopicSettings.find(name).map(it -> it.meaning()).orElse("");
                add(all, wanted, name, value, source, false, documented ? meaning : null);
            });
        } else if (wanted.resourceType() == ConfigResource.Type.BROKER.id()) {
            broker().forEach((name, value) -> add(
                    all, wanted, name, value, ConfigSource.STATIC_BROKER_CONFIG.id(), true, documented ? "" : null));
        } else {
            throw new InvalidRequestException("there are settings of topics and of brokers");
        }
        return all;
    }

    private Map<String, String> broker() {
        return new TreeMap<>(Map.of(
                "broker.id", Integer.toString(cluster.selfId()),
                "auto.create.topics.enable", Boolean.toString(changes.defaults().autoCreate()),
                "num.partitions", Integer.toString(changes.defaults().partitions()),
                "default.replication.factor",
                        Integer.toString(changes.defaults().replicas()),
                "offsets.topic.num.partitions",
                        Integer.toString(changes.defaults().offsetsPartitions())));
    }

    private static void add(
            List<DescribeConfigsResourceResult> all,
            DescribeConfigsResource wanted,
            String name,
            String value,
            byte source,
            boolean readOnly,
            @Nullable String meaning) {
        if (wanted.configurationKeys() == null || wanted.configurationKeys().contains(name)) {
            all.add(new DescribeConfigsResourceResult()
                    .setName(name)
                    .setValue(value)
                    .setConfigSource(source)
                    .setReadOnly(readOnly)
                    .setDocumentation(meaning));
        }
    }

    CompletableFuture<IncrementalAlterConfigsResponse> alter(
            RequestContext context, IncrementalAlterConfigsRequest request) {
        List<CompletableFuture<AlterConfigsResourceResponse>> results = new ArrayList<>();
        for (AlterConfigsResource wanted : request.data().resources()) {
            AlterConfigsResourceResponse result = new AlterConfigsResourceResponse()
                    .setResourceType(wanted.resourceType())
                    .setResourceName(wanted.resourceName());
            CompletableFuture<Void> done;
            try {
                Map<String, String> changed = changed(context, wanted);
                done = request.data().validateOnly() || changed.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : changes.alter(wanted.resourceName(), 0, changed, WITHIN);
            } catch (ApiException refused) {
                done = CompletableFuture.failedFuture(refused);
            }
            results.add(done.handle((ignored, failure) -> failure == null
                    ? result
                    : result.setErrorCode(KafkaErrors.ofController(failure).code())
                            .setErrorMessage(KafkaErrors.message(failure))));
        }
        return TopicHandlers.all(results)
                .thenApply(done -> new IncrementalAlterConfigsResponse(
                        new IncrementalAlterConfigsResponseData().setResponses(done)));
    }

    /** The settings that change; an empty value takes one away. */
    private Map<String, String> changed(RequestContext context, AlterConfigsResource wanted) {
        if (wanted.resourceType() != ConfigResource.Type.TOPIC.id()) {
            if (!rights.mayManageCluster(context.principal)) {
                throw new ClusterAuthorizationException("this is not allowed");
            }
            throw new InvalidRequestException(
                    "only settings of topics can be changed; a broker has a file for its own");
        }
        if (!rights.may(context.principal, Right.ADMIN, wanted.resourceName())) {
            throw new TopicAuthorizationException("changing this topic is not allowed");
        }
        cluster.topic(wanted.resourceName(), Uuid.ZERO_UUID);
        if (wanted.resourceName().equals(KafkaClusterView.OFFSETS_TOPIC)) {
            throw new InvalidRequestException("consumer groups are kept in " + wanted.resourceName());
        }
        Map<String, String> set = new TreeMap<>();
        Map<String, String> changed = new TreeMap<>();
        for (AlterableConfig config : wanted.configs()) {
            if (config.configOperation() == OpType.SET.id()) {
                set.put(config.name(), config.value());
            } else if (config.configOperation() == OpType.DELETE.id()) {
                changed.put(config.name(), "");
            } else {
                throw new InvalidConfigurationException(config.name() + " is not a list");
            }
        }
        TopicSettings.check(set);
        changed.putAll(set);
        return changed;
    }
}
