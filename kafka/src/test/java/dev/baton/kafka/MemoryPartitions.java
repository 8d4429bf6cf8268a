// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.GroupId;
import dev.baton.controller.LeaderReport;
import dev.baton.controller.LeaderTransfer;
import dev.baton.controller.PartitionGroups;
import dev.baton.partitions.LocalPartitions;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionListener;
import dev.baton.partitions.PartitionLog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** All partitions of all topics in the memory of one node, which leads all of them. */
final class MemoryPartitions implements LocalPartitions, PartitionGroups {
    private final NodeId self;
    private final ControllerPart controller;
    private final Map<PartitionKey, MemoryLog> logs = new TreeMap<>();
    private final List<PartitionListener> listeners = new ArrayList<>();
    private final Map<PartitionKey, GroupId> groups = new HashMap<>();
    private Epoch epoch = Epoch.of(1);

    MemoryPartitions(NodeId self, ControllerPart controller) {
        this.self = self;
        this.controller = controller;
        controller.onChange(this::look);
        look();
    }

    private void look() {
        Set<PartitionKey> wanted = new HashSet<>();
        Map<PartitionKey, GroupId> places = controller.read(view -> {
            Map<PartitionKey, GroupId> all = new HashMap<>();
            view.topics().forEach(topic -> {
                for (int partition = 0; partition < topic.partitions(); partition++) {
                    all.put(new PartitionKey(topic.id(), partition), topic.group(partition));
                }
            });
            return all;
        });
        wanted.addAll(places.keySet());
        synchronized (this) {
            groups.clear();
            groups.putAll(places);
            for (PartitionKey key : List.copyOf(logs.keySet())) {
                if (!wanted.contains(key)) {
                    logs.remove(key);
                    listeners.forEach(it -> it.removed(key));
                }
            }
            for (PartitionKey key : wanted) {
                if (!logs.containsKey(key)) {
                    MemoryLog log = new MemoryLog(key, self, reached -> committed(key, reached));
                    log.lead(epoch);
                    logs.put(key, log);
                    listeners.forEach(it -> it.leads(key, epoch));
                }
            }
        }
    }

    private void committed(PartitionKey key, long reached) {
        List<PartitionListener> told;
        synchronized (this) {
            told = List.copyOf(listeners);
        }
        told.forEach(it -> it.committed(key, reached));
    }

    /** It loses all leads, and gets them back in the next epoch. */
    synchronized void loseAllLeads() {
        Epoch lost = epoch;
        epoch = epoch.next();
        each((key, log) -> {
            log.follow(epoch);
            listeners.forEach(it -> it.leadsNoMore(key, lost));
        });
    }

    /** Another node leads all of them, in the next epoch. */
    synchronized void follow(NodeId leader) {
        loseAllLeads();
        each((key, log) -> log.follow(epoch, Optional.of(leader)));
    }

    synchronized void leadAll() {
        each((key, log) -> {
            log.lead(epoch);
            listeners.forEach(it -> it.leads(key, epoch));
        });
    }

    private void each(BiConsumer<PartitionKey, MemoryLog> action) {
        Map.copyOf(logs).forEach(action);
    }

    synchronized MemoryLog memory(PartitionKey key) {
        return logs.get(key);
    }

    @Override
    public synchronized Optional<PartitionLog> log(PartitionKey key) {
        return Optional.ofNullable(logs.get(key));
    }

    @Override
    public synchronized Collection<PartitionLog> logs() {
        return List.copyOf(logs.values());
    }

    @Override
    public synchronized Runnable listen(PartitionListener listener) {
        listeners.add(listener);
        each((key, log) -> log.ledIn().ifPresent(it -> listener.leads(key, it)));
        return () -> {
            synchronized (this) {
                listeners.remove(listener);
            }
        };
    }

    @Override
    public synchronized List<LeaderReport> leads() {
        Map<GroupId, LeaderReport> reports = new HashMap<>();
        each((key, log) -> reports.put(
                groups.get(key),
                new LeaderReport(groups.get(key), epoch, log.ledIn().isPresent())));
        return List.copyOf(reports.values());
    }

    @Override
    public void transfer(LeaderTransfer wanted) {}
}
