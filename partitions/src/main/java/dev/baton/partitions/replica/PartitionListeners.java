// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.Epoch;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners for partitions. One that throws is logged, and does not keep it from the others. */
final class PartitionListeners implements PartitionListener {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionListeners.class);

    private final List<PartitionListener> all = new CopyOnWriteArrayList<>();

    /** @param now tells it which partitions exist already */
    synchronized Runnable add(PartitionListener listener, Consumer<PartitionListener> now) {
        all.add(listener);
        now.accept(listener);
        return () -> all.remove(listener);
    }

    private synchronized void tell(Consumer<PartitionListener> what) {
        for (PartitionListener each : all) {
            try {
                what.accept(each);
            } catch (RuntimeException broken) {
                LOG.error("A listener of partitions failed", broken);
            }
        }
    }

    @Override
    public void leads(PartitionKey key, Epoch epoch) {
        tell(it -> it.leads(key, epoch));
    }

    @Override
    public void leadsNoMore(PartitionKey key, Epoch epoch) {
        tell(it -> it.leadsNoMore(key, epoch));
    }

    @Override
    public void committed(PartitionKey key, long highWatermark) {
        // Any order will do between partitions, and one partition is applied by one thread.
        for (PartitionListener each : all) {
            try {
                each.committed(key, highWatermark);
            } catch (RuntimeException broken) {
                LOG.error("A listener of partitions failed", broken);
            }
        }
    }

    @Override
    public void removed(PartitionKey key) {
        tell(it -> it.removed(key));
    }
}
