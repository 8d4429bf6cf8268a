// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.raft.group.DataGroups;
import dev.baton.raft.group.GroupHost;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.statemachine.StateMachine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The further groups of a member, on the same Ratis server as the first one. */
final class DataHost implements GroupHost, HostedGroup.Watch {
    private static final Logger LOG = LoggerFactory.getLogger(DataHost.class);
    private static final Duration ASKED = Duration.ofSeconds(1);

    private final MemberSettings settings;
    private final MemberIdentity identity;
    private final DataGroups data;
    private final PeerCalls peers;
    private final Timer timer;
    private final BiConsumer<String, Throwable> broke;
    private final Map<Long, HostedGroup> groups = new ConcurrentHashMap<>();
    private @Nullable MemberServer server;
    /** The member closes, or cannot go on. */
    private volatile boolean over;

    DataHost(
            MemberSettings settings,
            MemberIdentity identity,
            DataGroups data,
            PeerCalls peers,
            Timer timer,
            BiConsumer<String, Throwable> broke) {
        this.settings = settings;
        this.identity = identity;
        this.data = data;
        this.peers = peers;
        this.timer = timer;
        this.broke = (what, cause) -> {
            over = true;
            broke.accept(what, cause);
        };
    }

    void attach(MemberServer made) {
        server = made;
    }

    private MemberServer server() {
        return Objects.requireNonNull(server, "server");
    }

    /** What Ratis is to call for a group. */
    StateMachine machine(RaftGroupId id, StateMachine first) {
        OptionalLong number =
                identity.founding().isEmpty() ? OptionalLong.empty() : DataGroupIds.number(cluster(), id.getUuid());
        return number.isEmpty() ? first : hosted(number.getAsLong(), id).machine();
    }

    private HostedGroup hosted(long group, RaftGroupId id) {
        return groups.computeIfAbsent(
                group,
                number -> new HostedGroup(
                        id, identity.member(), data.data(number), settings.snapshotEvery(), peers, timer, broke));
    }

    private UUID cluster() {
        return identity.founding().orElseThrow().cluster();
    }

    /** Looks after the groups whose files were found. */
    void opened() throws IOException {
        for (HostedGroup group : groups.values()) {
            group.opened(server(), this);
        }
        groups.keySet().forEach(identity::entered);
    }

    @Override
    public boolean mayCopy(HostedGroup group) {
        return groups.values().stream().noneMatch(other -> other != group && other.isCopied());
    }

    @Override
    public void closed(HostedGroup group) {
        group.onOwnThread(() -> reopen(group));
    }

    /**
     * Ratis closes a group by itself if it is in doubt whether this member belongs to it. Whether it does is the
     * controller's to say: until it leaves it in order, it takes part with what it has.
     */
    private synchronized void reopen(HostedGroup closed) {
        Optional<Long> number = groups.entrySet().stream()
                .filter(it -> it.getValue() == closed)
                .map(Map.Entry::getKey)
                .findFirst();
        if (number.isEmpty() || over || !isReady()) {
            return;
        }
        LOG.warn("Group {} was closed by the engine of {}: it is opened again", number.get(), identity.member());
        closed.dropped();
        groups.remove(number.get());
        try {
            closed.calls(server()).suspend();
            enter(number.get(), List.of());
        } catch (IOException | RuntimeException problem) {
            LOG.warn("Group {} is not open again yet: {}", number.get(), problem.toString());
        }
    }

    Optional<MemberStatus> status(UUID id) {
        return identity.founding().isEmpty()
                ? Optional.empty()
                : find(DataGroupIds.number(cluster(), id)).flatMap(HostedGroup::statusNow);
    }

    private Optional<HostedGroup> find(OptionalLong group) {
        return group.isEmpty() ? Optional.empty() : Optional.ofNullable(groups.get(group.getAsLong()));
    }

    private Optional<HostedGroup> find(long group) {
        return Optional.ofNullable(groups.get(group));
    }

    @Override
    public String self() {
        return identity.peer().toString();
    }

    @Override
    public boolean isReady() {
        return server().division().filter(Division::isAlive).isPresent();
    }

    @Override
    public Set<Long> groups() {
        return new TreeSet<>(groups.keySet());
    }

    @Override
    public synchronized void enter(long group, List<String> founders) {
        if (groups.containsKey(group) || !isReady()) {
            return;
        }
        List<GroupPeer> first = parse(founders);
        boolean founds = !identity.wasIn(group)
                && first.stream().anyMatch(peer -> peer.id().equals(identity.member()));
        UUID id = DataGroupIds.of(cluster(), group);
        HostedGroup hosted = hosted(group, RaftGroupId.valueOf(id));
        try {
            server().enter(
                            hosted.calls(server()),
                            server().group(id, founds ? first : List.of()),
                            identity.isIn(group),
                            () -> identity.entered(group));
            hosted.opened(server(), this);
        } catch (IOException | RuntimeException problem) {
            groups.remove(group);
            hosted.dropped();
            deleteBegun(group, id, problem);
            throw new UnavailableException("group " + group + " cannot be entered: " + problem.getMessage(), problem);
        }
    }

    /** A full disk leaves files half made, which would be in the way of the next try. It has not voted in the group yet. */
    private void deleteBegun(long group, UUID id, Exception problem) {
        if (identity.wasIn(group) || server().has(id)) {
            return;
        }
        try {
            identity.deleteBegun(id);
        } catch (IOException | RuntimeException kept) {
            problem.addSuppressed(kept);
        }
    }

    private static List<GroupPeer> parse(List<String> members) {
        return members.stream().map(GroupPeer::parse).toList();
    }

    @Override
    public void drop(long group) {
        drop(group, true);
    }

    private synchronized void drop(long group, boolean gone) {
        HostedGroup hosted = groups.get(group);
        if (hosted == null) {
            return;
        }
        hosted.dropped();
        identity.leaving(group, gone);
        try {
            hosted.calls(server()).remove();
        } catch (IOException | RuntimeException problem) {
            throw new UnavailableException("group " + group + " is not left: " + problem.getMessage(), problem);
        } finally {
            groups.remove(group);
        }
    }

    @Override
    public CompletableFuture<Boolean> dropIfRemoved(long group, List<String> members) {
        if (!groups.containsKey(group)) {
            return CompletableFuture.completedFuture(true);
        }
        UUID id = DataGroupIds.of(cluster(), group);
        List<CompletableFuture<Boolean>> asked = new ArrayList<>();
        for (GroupPeer peer : parse(members)) {
            asked.add(peers.status(peer.authority(), id, ASKED)
                    .handle((status, silent) -> status != null
                            && status.leads()
                            && !status.members().isEmpty()
                            && status.members().stream().noneMatch(it -> it.id().equals(identity.member()))));
        }
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).thenApply(all -> {
            boolean removed = asked.stream().anyMatch(CompletableFuture::join);
            if (removed) {
                find(group).ifPresent(it -> it.onOwnThread(() -> drop(group, false)));
            }
            return removed;
        });
    }

    @Override
    public void want(long group, List<String> members) {
        find(group).ifPresent(it -> it.want(parse(members)));
    }

    @Override
    public boolean consistsOf(long group, List<String> members) {
        return find(group).map(it -> it.consistsOf(parse(members))).orElse(false);
    }

    @Override
    public Optional<NodeId> leader(long group) {
        return find(group)
                .flatMap(HostedGroup::division)
                .flatMap(Division::leader)
                .map(GroupPeer::node);
    }

    @Override
    public long term(long group) {
        return find(group).flatMap(HostedGroup::division).map(Division::term).orElse(0L);
    }

    @Override
    public void handOver(long group, NodeId to) {
        find(group)
                .ifPresent(hosted -> hosted.division()
                        .flatMap(here -> here.configuration().voters().stream()
                                .filter(peer -> peer.node().equals(to))
                                .findFirst())
                        .ifPresent(hosted::handOver));
    }

    /** Before the member closes. Waits for it. */
    void handOverAll() {
        over = true;
        groups.values().forEach(HostedGroup::handOver);
    }
}
