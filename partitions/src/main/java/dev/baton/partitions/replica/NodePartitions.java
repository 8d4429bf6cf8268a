// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerView;
import dev.baton.controller.GroupId;
import dev.baton.controller.GroupReplicas;
import dev.baton.controller.LeaderReport;
import dev.baton.controller.LeaderTransfer;
import dev.baton.controller.PartitionGroups;
import dev.baton.controller.ReplicaGroup;
import dev.baton.controller.Topic;
import dev.baton.partitions.LocalPartitions;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionListener;
import dev.baton.partitions.PartitionLog;
import dev.baton.raft.group.DataGroups;
import dev.baton.raft.group.GroupHost;
import dev.baton.raft.group.ReplicatedData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions of this node, on Raft groups that it is a member of. It is made before the node's Raft member, which
 * opens groups by it, and started after it:
 *
 * <pre>{@code
 * NodePartitions partitions = new NodePartitions(self, controllerPart);
 * RaftMember member = RaftMember.start(settings, List.of(controllerPart), partitions, faults);
 * partitions.start(member.host());
 * // The node registers with member.host().self(), and reports partitions as its PartitionGroups.
 * }</pre>
 *
 * It is closed after the member. One thread of its own compares what is there with what should be.
 */
public final class NodePartitions implements LocalPartitions, PartitionGroups, DataGroups, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodePartitions.class);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration COUNT_FILES = Duration.ofSeconds(1);
    private static final Duration LOOK_FOR_OLD = Duration.ofSeconds(30);
    private static final int MAX_PARTITIONS_OF_AN_ENTRY = 1000;

    private final NodeId self;
    private final ControllerPart controller;
    private final FsyncPool forcing = new FsyncPool(DurableFolders::force);
    private final OpenFiles files = OpenFiles.ofProcess();
    private final AppendBudget waiting = AppendBudget.ofHeap(files);
    private final PartitionListeners listeners = new PartitionListeners();
    private final Map<Long, GroupData> groups = new ConcurrentHashMap<>();
    private final KnownSettings settings = new KnownSettings(System::nanoTime);
    private final Map<Long, Epoch> reported = new HashMap<>();
    private final Map<Long, Boolean> proposing = new ConcurrentHashMap<>();
    /** Groups whose partitions were all there when they were last compared. Of its own thread. */
    private final Map<Long, Tended> tended = new HashMap<>();

    private final ScheduledExecutorService thread;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final NodeSide side = new NodeSide();
    private final LongSupplier clock;
    private final Duration lookForOld;
    private final Retention retention;
    private volatile @Nullable GroupHost host;
    private Runnable unwatch = () -> {};
    /** Of its own thread. */
    private ReconcileRules.@Nullable View lastView;

    private volatile List<GroupReplicas> settled = List.of();
    private volatile Runnable leadsChange = () -> {};
    private Set<Long> lastHosted = Set.of();
    private final EntryRetries retries = new EntryRetries();

    /** The partitions that a group had, and the state that they were compared with. */
    private record Tended(long version, GroupData data, long changes) {}

    /** @param controller this node's copy of the state that says which groups and partitions there are */
    public NodePartitions(NodeId self, ControllerPart controller) {
        this(self, controller, System::currentTimeMillis, LOOK_FOR_OLD);
    }

    /**
     * @param clock of records that get this node's time, and of those that are too old
     * @param lookForOld how often it is looked for what is too old, or too much
     */
    NodePartitions(NodeId self, ControllerPart controller, LongSupplier clock, Duration lookForOld) {
        this.self = self;
        this.controller = controller;
        this.clock = clock;
        this.lookForOld = lookForOld;
        this.retention = new Retention(groups::values, settings::sure, clock);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread named = new Thread(task, "baton-partitions-" + self);
            named.setDaemon(true);
            return named;
        });
    }

    /** @param on the member that was started with these partitions */
    public void start(GroupHost on) {
        host = on;
        unwatch = controller.onChange(this::lookSoon);
        ScheduledFuture<?> unused =
                thread.scheduleWithFixedDelay(this::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
        ScheduledFuture<?> unusedCount =
                thread.scheduleWithFixedDelay(files::look, 0, COUNT_FILES.toMillis(), TimeUnit.MILLISECONDS);
        ScheduledFuture<?> unusedToo = thread.scheduleWithFixedDelay(
                retention::look, lookForOld.toMillis(), lookForOld.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public ReplicatedData data(long group) {
        GroupData data = new GroupData(group, side, forcing, new Appends(clock, waiting));
        groups.put(group, data);
        return data;
    }

    @Override
    public Optional<PartitionLog> log(PartitionKey key) {
        for (GroupData group : groups.values()) {
            Optional<PartitionReplica> found = group.find(key);
            if (found.isPresent()) {
                return Optional.of(found.get());
            }
        }
        return Optional.empty();
    }

    @Override
    public Collection<PartitionLog> logs() {
        List<PartitionLog> all = new ArrayList<>();
        groups.values().forEach(group -> all.addAll(group.replicas()));
        return all;
    }

    @Override
    public Runnable listen(PartitionListener listener) {
        return listeners.add(
                listener,
                tell -> groups.values()
                        .forEach(group -> group.ledIn()
                                .ifPresent(epoch ->
                                        group.replicas().forEach(replica -> tell.leads(replica.key(), epoch)))));
    }

    @Override
    public synchronized List<LeaderReport> leads() {
        List<LeaderReport> reports = new ArrayList<>();
        Map<Long, Epoch> now = new TreeMap<>();
        groups.forEach((group, data) -> data.ledIn().ifPresent(epoch -> now.put(group, epoch)));
        reported.forEach((group, epoch) -> {
            if (!epoch.equals(now.get(group))) {
                reports.add(new LeaderReport(GroupId.of(group), epoch, false));
            }
        });
        now.forEach((group, epoch) -> reports.add(new LeaderReport(GroupId.of(group), epoch, true)));
        reported.clear();
        reported.putAll(now);
        return reports;
    }

    @Override
    public List<GroupReplicas> settled() {
        return settled;
    }

    @Override
    public void whenLeadsChange(Runnable changed) {
        leadsChange = changed;
    }

    @Override
    public void heard(long version) {
        settings.heard(version);
    }

    @Override
    public void transfer(LeaderTransfer wanted) {
        GroupHost on = host;
        if (on != null) {
            on.handOver(wanted.group().value(), wanted.to());
        }
    }

    private void lookSoon() {
        if (!closed.get() && looking.compareAndSet(false, true)) {
            try {
                thread.execute(this::look);
            } catch (java.util.concurrent.RejectedExecutionException late) {
                looking.set(false);
            }
        }
    }

    private void look() {
        looking.set(false);
        GroupHost on = host;
        if (closed.get() || on == null || !on.isReady()) {
            return;
        }
        try {
            look(on);
        } catch (UnavailableException notNow) {
            LOG.warn("Node {} will try again: {}", self, notNow.getMessage());
        } catch (RuntimeException broken) {
            LOG.error("Node {} could not compare its partitions with the controller's state", self, broken);
        }
    }

    private void look(GroupHost on) {
        Set<Long> hosted = on.groups();
        tended.keySet().retainAll(hosted);
        ReconcileRules.View view = view(hosted);
        ReconcileRules.Steps steps = ReconcileRules.groups(view, self, hosted);
        steps.drop().forEach(group -> {
            on.drop(group);
            groups.remove(group);
        });
        for (long group : steps.leave()) {
            CompletableFuture<?> unused = on.dropIfRemoved(
                            group, view.group(group).members())
                    .thenAccept(left -> {
                        if (left) {
                            groups.remove(group);
                        }
                    });
        }
        enter(on, view, steps.enter());
        List<GroupReplicas> done = new ArrayList<>();
        for (long group : on.groups()) {
            ReconcileRules.Wanted wanted = view.groups().get(group);
            GroupData data = groups.get(group);
            if (wanted != null && data != null) {
                if (wanted.isComplete()) {
                    on.want(group, wanted.members());
                }
                tend(view, data);
                if (wanted.moving() && wanted.isComplete() && on.consistsOf(group, wanted.members())) {
                    done.add(new GroupReplicas(GroupId.of(group), Set.copyOf(wanted.replicas())));
                }
            }
        }
        settled = List.copyOf(done);
    }

    /** One that cannot be entered keeps nothing from being done for the others. */
    private void enter(GroupHost on, ReconcileRules.View view, Collection<Long> wanted) {
        retries.retain(Set.copyOf(wanted));
        for (long group : wanted) {
            if (!retries.isDue(group)) {
                continue;
            }
            try {
                on.enter(group, view.group(group).founders());
                if (retries.entered(group)) {
                    LOG.info("Node {} has entered group {} after all", self, group);
                }
            } catch (UnavailableException notNow) {
                if (retries.failed(group, notNow.getMessage())) {
                    LOG.warn("Node {} will try again: {}", self, notNow.getMessage());
                }
            }
        }
    }

    /** Opens and drops partitions, if this node leads their group. */
    private void tend(ReconcileRules.View view, GroupData data) {
        if (data.ledIn().isEmpty() || proposing.containsKey(data.group())) {
            return;
        }
        Tended now = new Tended(view.version(), data, data.changes());
        if (now.equals(tended.get(data.group()))) {
            return;
        }
        EntryHeader entry = ReconcileRules.partitions(
                view,
                data.group(),
                data.replicas().stream()
                        .map(it -> new ReconcileRules.Present(it.key(), it.openedAt()))
                        .toList(),
                MAX_PARTITIONS_OF_AN_ENTRY);
        if (entry.opened().isEmpty() && entry.dropped().isEmpty()) {
            tended.put(data.group(), now);
        } else {
            propose(data, entry);
        }
    }

    private void propose(GroupData data, EntryHeader entry) {
        proposing.put(data.group(), true);
        CompletableFuture<?> unused =
                data.propose(entry).whenComplete((done, problem) -> proposing.remove(data.group()));
    }

    /** Made anew only after something has changed: there may be many partitions. */
    private ReconcileRules.View view(Set<Long> hosted) {
        ReconcileRules.View before = lastView;
        if (before != null && before.version() == controller.version() && hosted.equals(lastHosted)) {
            return before;
        }
        ReconcileRules.View view = controller.read(state -> view(state, hosted));
        lastView = view;
        lastHosted = hosted;
        return view;
    }

    private ReconcileRules.View view(ControllerView state, Set<Long> hosted) {
        settings.read(state);
        Map<Long, Set<PartitionKey>> partitions = new HashMap<>();
        for (Topic topic : state.topics()) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                partitions
                        .computeIfAbsent(topic.group(partition).value(), it -> new HashSet<>())
                        .add(new PartitionKey(topic.id(), partition));
            }
        }
        Map<Long, ReconcileRules.Wanted> groups = new HashMap<>();
        for (ReplicaGroup group : state.groups()) {
            groups.put(
                    group.id().value(),
                    new ReconcileRules.Wanted(
                            group.replicas(),
                            group.founders(),
                            group.replicas().stream()
                                    .flatMap(node -> state.node(node).flatMap(ClusterNode::member).stream())
                                    .toList(),
                            partitions.getOrDefault(group.id().value(), Set.of()),
                            group.isMoving()));
        }
        Set<Long> gone = new HashSet<>();
        hosted.stream().filter(group -> state.isGone(GroupId.of(group))).forEach(gone::add);
        return new ReconcileRules.View(state.version(), groups, gone);
    }

    /** Ends its own work; the member has closed its groups. */
    @Override
    public void close() {
        closed.set(true);
        unwatch.run();
        thread.shutdownNow();
        forcing.close();
    }

    private final class NodeSide implements GroupData.Node {
        @Override
        public LogSettings settings(PartitionKey key) {
            return settings.of(key);
        }

        @Override
        public Optional<NodeId> leader(long group) {
            GroupHost on = host;
            return on == null ? Optional.empty() : on.leader(group);
        }

        @Override
        public long term(long group) {
            GroupHost on = host;
            return on == null ? 0 : on.term(group);
        }

        @Override
        public PartitionListener listener() {
            return listeners;
        }

        @Override
        public void leadChanged() {
            leadsChange.run();
            lookSoon();
        }
    }
}
