// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.group.DataGroupLeadership;
import dev.baton.raft.group.ReplicatedData;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.ratis.protocol.RaftGroupId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One further group of this member: its lead, who is in it, and the watch over its leader. Any thread. */
final class HostedGroup implements DataStateMachine.Events, LeaderWatch.Member {
    private static final Logger LOG = LoggerFactory.getLogger(HostedGroup.class);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration LOOK_FOR_STUCK = Duration.ofSeconds(3);
    private static final Duration ASKED = Duration.ofSeconds(1);
    private static final ReplicaRules RULES = new ReplicaRules(1000, RatisSettings.MAX_TIMEOUT);

    private final RaftGroupId id;
    private final String self;
    private final DataStateMachine machine;
    private final PeerCalls peers;
    private final Timer timer;
    private final BiConsumer<String, Throwable> broke;
    private final StalledFollowers stuck = new StalledFollowers();
    private final OwnDataLead lead;

    private volatile @Nullable Division division;
    private volatile @Nullable GroupCalls calls;
    private volatile List<GroupPeer> wanted = List.of();
    private volatile boolean dropped;
    private volatile boolean changing;

    HostedGroup(
            RaftGroupId id,
            String self,
            ReplicatedData data,
            long snapshotEvery,
            PeerCalls peers,
            Timer timer,
            BiConsumer<String, Throwable> broke) {
        this.id = id;
        this.self = self;
        this.peers = peers;
        this.timer = timer;
        this.broke = broke;
        this.machine = new DataStateMachine(data, snapshotEvery, this);
        this.lead = new OwnDataLead(data, (term, broken) -> machine.proposals().lead(term, broken));
    }

    DataStateMachine machine() {
        return machine;
    }

    GroupCalls calls(MemberServer server) {
        GroupCalls known = calls;
        if (known == null) {
            known = server.calls(() -> id);
            calls = known;
        }
        return known;
    }

    /** Ratis has it: begins to look after it. */
    void opened(MemberServer server, Watch watch) throws IOException {
        calls(server);
        division = new Division(server.ratis(), id);
        new LeaderWatch(peers, this).start();
        later(LOOK, () -> look(watch));
        later(LOOK_FOR_STUCK, this::lookForStuck);
    }

    /** What it must know of the other groups of this member. */
    interface Watch {
        /** Whether no other group that is led here has a member that copies. */
        boolean mayCopy(HostedGroup group);

        /** It was closed, and not by this member. Told once, on the timer. */
        void closed(HostedGroup group);
    }

    void dropped() {
        dropped = true;
        leadsNoMore();
    }

    void want(List<GroupPeer> members) {
        wanted = List.copyOf(members);
    }

    @Override
    public void leads(long term) {
        if (lead.begin(
                term, () -> dropped || !division().map(it -> it.leadsIn(term)).orElse(true))) {
            LOG.info("Raft member {} leads group {} in term {}", self, id, term);
        }
    }

    @Override
    public void leadsNoMore() {
        lead.end();
    }

    @Override
    public void broke(String what, Throwable cause) {
        leadsNoMore();
        if (dropped) {
            return;
        }
        broke.accept("group " + id.getUuid() + ": " + what, cause);
    }

    boolean leads() {
        return lead.current().isPresent();
    }

    boolean consistsOf(List<GroupPeer> members) {
        return leads()
                && !changing
                && division()
                        .map(here -> here.configuration().consistsOf(members)
                                && !here.settled().isEmpty())
                        .orElse(false);
    }

    boolean isCopied() {
        return leads()
                && division()
                        .map(it -> !it.configuration().listeners().isEmpty())
                        .orElse(false);
    }

    /** It names no members while they may still change back. */
    Optional<MemberStatus> statusNow() {
        return division()
                .map(here -> MemberStatus.inside(
                        here, machine.getLastAppliedTermIndex().getIndex(), leads(), here.settled()));
    }

    @Override
    public MemberStatus status() {
        return statusNow().orElseGet(() -> MemberStatus.outside(self, ""));
    }

    @Override
    public Optional<Division> division() {
        return dropped ? Optional.empty() : Optional.ofNullable(division).filter(Division::isAlive);
    }

    @Override
    public Optional<GroupCalls> calls() {
        return Optional.ofNullable(calls);
    }

    @Override
    public void startElection(String deadLeader) {
        division()
                .ifPresent(
                        here -> Optional.ofNullable(calls).ifPresent(it -> it.startElection(deadLeader, here::last)));
    }

    @Override
    public void later(Duration delay, Runnable task) {
        if (!dropped) {
            timer.later(delay, task);
        }
    }

    @Override
    public void onOwnThread(Runnable task) {
        Thread thread = new Thread(task, "baton-raft-group-" + id);
        thread.setDaemon(true);
        thread.start();
    }

    private void look(Watch watch) {
        Division known = division;
        if (!dropped && known != null && !known.isAlive()) {
            watch.closed(this);
            return;
        }
        later(LOOK, () -> look(watch));
        Optional<Division> here = division();
        if (here.isEmpty()) {
            return;
        }
        long term = here.get().term();
        if (!leads() && here.get().isReadyIn(term) && machine.proposals().isIdle()) {
            // What broke the lead, but not the term, is over: everything that was proposed is decided.
            leads(term);
        }
        if (!leads() || changing) {
            return;
        }
        GroupConfiguration now = here.get().configuration();
        Map<String, MembershipRules.Progress> progress = here.get().progress();
        Optional<GroupConfiguration> next = RULES.next(now, wanted, self, progress, watch.mayCopy(this));
        if (next.isPresent()) {
            change(now, next.get());
        } else {
            RULES.successor(now, wanted, self, progress).ifPresent(this::handOver);
        }
    }

    private void change(GroupConfiguration now, GroupConfiguration next) {
        changing = true;
        LOG.info(
                "Group {}: voters {} and listeners {} become {} and {}",
                id,
                MembershipRules.names(now.voters()),
                MembershipRules.names(now.listeners()),
                MembershipRules.names(next.voters()),
                MembershipRules.names(next.listeners()));
        GroupCalls known = calls;
        if (known != null) {
            Futures.then(known.change(now, next), (done, problem) -> {
                changing = false;
                if (problem != null) {
                    LOG.info(
                            "Group {} was not changed: {}",
                            id,
                            Futures.cause(problem).getMessage());
                }
            });
        }
    }

    /** Unless that one does not answer, or this group is being changed: it is asked for again then. */
    void handOver(GroupPeer to) {
        GroupCalls known = calls;
        boolean mayLead = division()
                .map(here -> RULES.mayLead(here.progress().get(to.id())))
                .orElse(false);
        if (leads() && mayLead && !changing && known != null) {
            changing = true;
            onOwnThread(() -> {
                known.handOver(Optional.of(to.id()));
                changing = false;
            });
        }
    }

    /** Waits for it. */
    void handOver() {
        GroupCalls known = calls;
        if (leads() && known != null) {
            known.handOver(division()
                    .flatMap(here -> MemberViews.next(MemberViews.of(here)))
                    .map(MemberView::id));
        }
    }

    private void lookForStuck() {
        later(LOOK_FOR_STUCK, this::lookForStuck);
        Optional<Division> here = division();
        Optional<DataGroupLeadership> leading = lead.current();
        if (here.isEmpty() || leading.isEmpty()) {
            return;
        }
        long committed = here.get().committed();
        Map<String, Long> answers = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> asked = new ArrayList<>();
        for (GroupPeer peer : here.get().configuration().all()) {
            if (!peer.id().equals(self)) {
                asked.add(peers.status(peer.authority(), id.getUuid(), ASKED).handle((status, silent) -> {
                    if (status != null && status.member().equals(peer.id())) {
                        answers.put(peer.id(), status.lastIndex());
                    }
                    return null;
                }));
            }
        }
        Futures.then(CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)), (all, none) -> {
            synchronized (stuck) {
                if (!stuck.look(committed, answers).isEmpty()) {
                    // A further entry makes Ratis send all that is missing before it.
                    Futures.then(leading.get().propose(new byte[0], new byte[0]), (done, problem) -> {});
                }
            }
        });
    }
}
