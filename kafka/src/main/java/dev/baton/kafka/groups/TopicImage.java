// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import dev.baton.controller.ControllerView;
import dev.baton.controller.Topic;
import dev.baton.controller.TopicId;
import dev.baton.kafka.api.KafkaClusterView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RemoveTopicRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.coordinator.group.GroupCoordinator;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;

/**
 * The topics and how many partitions they have, as the group coordinator reads them to assign them. Where partitions are
 * means nothing to it. Confined to one thread.
 */
final class TopicImage {
    /** A partition has to be somewhere. */
    private static final List<Integer> SOMEWHERE = List.of(0);

    private final Map<TopicId, Integer> known = new HashMap<>();
    private MetadataImage image = MetadataImage.EMPTY;
    private long version;

    /** Tells the coordinator what is new. */
    void update(GroupCoordinator coordinator, ControllerView view) {
        MetadataDelta delta = new MetadataDelta.Builder().setImage(image).build();
        boolean changed = version == 0;
        Map<TopicId, Integer> gone = new HashMap<>(known);
        for (Topic topic : view.topics()) {
            gone.remove(topic.id());
            int before = known.getOrDefault(topic.id(), 0);
            if (before == topic.partitions()) {
                continue;
            }
            changed = true;
            Uuid id = KafkaClusterView.uuid(topic.id());
            if (before == 0) {
                delta.replay(new TopicRecord().setName(topic.name().value()).setTopicId(id));
            }
            for (int partition = before; partition < topic.partitions(); partition++) {
                delta.replay(new PartitionRecord()
                        .setTopicId(id)
                        .setPartitionId(partition)
                        .setReplicas(SOMEWHERE)
                        .setIsr(SOMEWHERE)
                        .setLeader(0));
            }
            known.put(topic.id(), topic.partitions());
        }
        for (TopicId topic : gone.keySet()) {
            changed = true;
            known.remove(topic);
            delta.replay(new RemoveTopicRecord().setTopicId(KafkaClusterView.uuid(topic)));
        }
        if (changed) {
            version++;
            image = delta.apply(new MetadataProvenance(version, 1, 0, true));
            coordinator.onMetadataUpdate(delta, image);
        }
    }
}
