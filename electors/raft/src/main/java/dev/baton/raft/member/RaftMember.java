// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.FaultHandler;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.raft.group.DataGroups;
import dev.baton.raft.group.GroupClient;
import dev.baton.raft.group.GroupHost;
import dev.baton.raft.group.ReplicatedPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A member of a Raft group: its log on disk, its parts in memory, and its port. */
public final class RaftMember implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RaftMember.class);
    private static final Duration CLOSING = Duration.ofSeconds(8);
    private static final Duration CHECK = Duration.ofMillis(500);
    private static final Duration REHEARSAL = Duration.ofMillis(1500);

    private final MemberSettings settings;
    private final MemberIdentity identity;
    private final Map<String, ReplicatedPart> parts = new LinkedHashMap<>();
    private final Timer timer;
    private final Timer blocking;
    private final PeerCalls peers;
    private final Proposals proposals;
    private final AppliedIndex applied = new AppliedIndex();
    private final CurrentLeadership lead;
    private final GroupStateMachine machine;
    private final MemberServer server;
    private final LeaderClient client;
    private final LeaderGroupView group;
    private final DataHost host;
    private final LeaderWarmUp rehearsal;
    private final ClosedPort port = new ClosedPort();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final OwnEnd end;

    private RaftMember(
            MemberSettings settings, Collection<? extends ReplicatedPart> parts, DataGroups data, FaultHandler faults)
            throws IOException {
        this.settings = settings;
        parts.forEach(part -> LogEntry.requireFree(part.name(), this.parts.put(part.name(), part) == null));
        rehearsal = new LeaderWarmUp(settings.folder());
        identity = new MemberIdentity(settings);
        end = new OwnEnd(identity.member(), FaultHandler.orHalt(faults), this::endLead, this::stop);
        try {
            String name = "baton-raft-" + settings.self().node();
            peers = new PeerCalls(settings.tls());
            timer = new Timer(name + "-timer");
            blocking = new Timer(name + "-worker");
            proposals = new Proposals(settings.self().node().toString());
            machine = new GroupStateMachine(this.parts, proposals, new Events(), applied::set);
            host = new DataHost(settings, identity, data, peers, timer, end::cannotGoOn);
            GroupAnswers answers = new GroupAnswers(this::status, this::leading, host::status);
            server = new MemberServer(
                    settings, identity, id -> host.machine(id, machine), port.notedBy(answers::answer));
            host.attach(server);
            group = new LeaderGroupView(server, peers, applied, timer);
            lead = new CurrentLeadership(this.parts.values(), identity.member(), settings, server, group, proposals);
            client = new LeaderClient(peers, new OwnDirectory(settings, this::view, answers), timer, server.measures());
        } catch (IOException | RuntimeException problem) {
            identity.close();
            throw problem;
        }
    }

    /**
     * Starts a member; it need not have found the others when this returns.
     *
     * @param faults told when a part throws, or the log cannot be written: the member has ended by itself then
     * @throws UnavailableException if its folder or its port cannot be used
     */
    public static RaftMember start(
            MemberSettings settings, Collection<? extends ReplicatedPart> parts, FaultHandler faults) {
        return start(settings, parts, DataGroups.NONE, faults);
    }

    /** @param data of further groups: those that are in its folder are opened before this returns */
    public static RaftMember start(
            MemberSettings settings, Collection<? extends ReplicatedPart> parts, DataGroups data, FaultHandler faults) {
        return start(settings, parts, data, faults, true);
    }

    private static RaftMember start(
            MemberSettings settings,
            Collection<? extends ReplicatedPart> parts,
            DataGroups data,
            FaultHandler faults,
            boolean isRehearsed) {
        settings.requireProtection();
        RaftMember member = null;
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        try {
            // Ratis looks for its own classes there, on this thread and on those that begin here.
            thread.setContextClassLoader(RaftMember.class.getClassLoader());
            member = new RaftMember(settings, parts, data, faults);
            member.server.start();
            member.host.opened();
            member.new Life().begin(isRehearsed);
            return member;
        } catch (IOException | RuntimeException problem) {
            if (member != null) {
                member.close();
            }
            throw new UnavailableException(
                    "Raft member " + settings.self() + " cannot start: "
                            + MemberServer.whyNotStarted(settings, problem),
                    problem);
        } finally {
            thread.setContextClassLoader(loader);
        }
    }

    static RaftMember rehearse(MemberSettings settings, Collection<? extends ReplicatedPart> parts) {
        return start(settings, parts, DataGroups.NONE, (what, cause) -> {}, false);
    }

    /** Reaches the leader, also if it is this member. Closed with the member. */
    public GroupClient client() {
        return client;
    }

    /** Its further groups. */
    public GroupHost host() {
        return host;
    }

    /** Whether requests are decided here; a view, not a proof. */
    public boolean leads() {
        return leading().isPresent();
    }

    /** The term in which requests are decided here. */
    Optional<Long> ledTerm() {
        return leading().map(TermLeadership::term);
    }

    /** Who this member thinks leads. */
    public Optional<NodeId> leader() {
        return view().flatMap(Division::leader).map(GroupPeer::node);
    }

    /** The group's id; nothing until this member is in one. */
    public Optional<UUID> cluster() {
        return view().map(Division::cluster);
    }

    public long term() {
        return view().map(Division::term).orElse(0L);
    }

    public long committedIndex() {
        return view().map(Division::committed).orElse(-1L);
    }

    public long appliedIndex() {
        return applied.get();
    }

    /** Up to which entry the latest snapshot reaches; -1 if there is none. */
    public long snapshotIndex() {
        return machine.snapshotIndex();
    }

    /** Takes a snapshot now, and waits for it. */
    public long takeSnapshot() {
        return server.calls().snapshot();
    }

    /** A digest of every part at the same applied index: members with equal indexes have equal ones. */
    public StateHash stateHash() {
        return machine.hash();
    }

    /** All members, as this one knows them. */
    public List<MemberView> members() {
        return view().map(MemberViews::of).orElse(List.of());
    }

    /** What its engine measures of itself. */
    public EngineMetrics measures() {
        return server.measures();
    }

    /** Removes a node from the group; the answer says why not. */
    public CompletableFuture<String> remove(NodeId node, Duration within) {
        return client.call(MembershipSide.PART, MembershipSide.leave(node), within)
                .thenApply(answer -> new String(answer, StandardCharsets.UTF_8));
    }

    /** Why this member has stopped, though it is not closed. */
    public Optional<String> ended() {
        return end.why();
    }

    private Optional<Division> view() {
        return server.division().filter(Division::isAlive);
    }

    private Optional<TermLeadership> leading() {
        return lead.current();
    }

    private MemberStatus status() {
        return view().map(here -> MemberStatus.inside(
                        here, applied.get(), leads(), here.configuration().all()))
                .orElseGet(() -> MemberStatus.outside(identity.member(), BootstrapRules.plan(settings.bootstrap())));
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        rehearsal.close();
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread closing = new Thread(
                () -> {
                    host.handOverAll();
                    if (leads()) {
                        handOver();
                    }
                    closeServer();
                    done.complete(null);
                },
                "baton-raft-" + settings.self().node() + "-close");
        closing.setDaemon(true);
        closing.start();
        if (!UninterruptibleWait.done(CLOSING, done)) {
            LOG.warn("Raft member {} was still closing after {} ms", settings.self(), CLOSING.toMillis());
        }
        lead.close();
        client.close();
        proposals.close();
        peers.close();
        timer.close();
        blocking.close();
        identity.close();
    }

    private void handOver() {
        server.calls().handOver(MemberViews.next(members()).map(MemberView::id));
    }

    private void closeServer() {
        try {
            server.close();
        } catch (IOException | RuntimeException problem) {
            LOG.warn("Raft member {} did not close cleanly: {}", settings.self(), problem.toString());
        }
    }

    private void endLead() {
        lead.end();
    }

    private void stop() {
        blocking.later(Duration.ZERO, this::closeServer);
    }

    /** What goes on beside the requests: coming into a group, watching its leader and this member's own end. */
    private final class Life implements GroupEntry.Member, LeaderWatch.Member, RemovalWatch.Member {
        void begin(boolean isRehearsed) {
            if (isRehearsed) {
                later(REHEARSAL, this::rehearse);
            }
            new GroupEntry(identity.peer(), settings, peers, timer, this).start();
            new LeaderWatch(peers, this).start();
            new RemovalWatch(peers, settings.others(), this).start();
            later(CHECK, this::check);
        }

        /** Not before the group has a leader: the start of a group has more urgent things to do. */
        private void rehearse() {
            if (closed.get()) {
                return;
            }
            if (leader().isEmpty()) {
                later(REHEARSAL, this::rehearse);
            } else if (leads()) {
                LeaderWarmUp.done();
            } else {
                rehearsal.start();
            }
        }

        private void check() {
            later(CHECK, this::check);
            Optional<Division> here = server.division();
            if (closed.get() || here.isEmpty()) {
                return;
            }
            if (!here.get().isAlive()) {
                end.shutDown(here.get().isIn());
            } else if (leads() && port.look(here.get().quorum(), here.get().progress())) {
                LOG.warn("No member reaches {}, which leads, at its port: it hands its lead over", settings.self());
                onOwnThread(RaftMember.this::handOver);
            }
        }

        /** Its further groups stay as they are: who is in those is the controller's to say. */
        @Override
        public void removed() {
            if (!closed.get() && end.removed()) {
                onOwnThread(server::leave);
            }
        }

        @Override
        public void found(MemberIdentity.Founding founding) {
            try {
                server.found(founding);
            } catch (IOException | RuntimeException problem) {
                end.broke("it cannot become a member of group " + founding.cluster(), problem);
            }
        }

        @Override
        public boolean hasGroup() {
            return server.division().isPresent();
        }

        @Override
        public boolean wasIn() {
            return identity.wasIn();
        }

        @Override
        public void noteEntry() {
            identity.letIn();
        }

        @Override
        public Optional<Division> division() {
            return closed.get() ? Optional.empty() : view();
        }

        @Override
        public MemberStatus status() {
            return RaftMember.this.status();
        }

        @Override
        public Optional<GroupCalls> calls() {
            return Optional.of(server.calls());
        }

        @Override
        public void startElection(String deadLeader) {
            server.startElection(deadLeader);
        }

        @Override
        public void later(Duration delay, Runnable task) {
            timer.later(delay, task);
        }

        @Override
        public void onOwnThread(Runnable task) {
            blocking.later(Duration.ZERO, task);
        }
    }

    private final class Events implements GroupStateMachine.Events {
        @Override
        public void leads(long term) {
            lead.begin(term);
        }

        @Override
        public void leadsNoMore() {
            lead.end();
        }

        @Override
        public void broke(String what, Throwable cause) {
            end.broke(what, cause);
        }

        @Override
        public void logFailed(Throwable cause) {
            end.cannotGoOn("its log cannot be written", cause);
        }
    }
}
