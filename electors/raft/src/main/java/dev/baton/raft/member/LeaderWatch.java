// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the leader's process has ended, by its connection, and starts an election if this voter is the one to do
 * so. What it misses is left to the timeouts of Ratis: a host that is gone, a leader that is paused.
 */
final class LeaderWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderWatch.class);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofMillis(300);
    private static final Duration GREET = Duration.ofSeconds(1);
    private static final int MAX_ATTEMPTS = 5;

    /** What it needs of its member. */
    interface Member {
        Optional<Division> division();

        MemberStatus status();

        /** The way by which entries are sent to others; nothing before the group is there. */
        Optional<GroupCalls> calls();

        /** Blocks for a moment, so it is called on a thread of its own. */
        void startElection(String deadLeader);

        void later(Duration delay, Runnable task);

        void onOwnThread(Runnable task);
    }

    private final PeerCalls peers;
    private final Member member;
    /** Voters that answered the last time, so that there is a connection to them. */
    private final Set<String> connected = ConcurrentHashMap.newKeySet();

    private String watched = "";
    private long fired = -1;

    LeaderWatch(PeerCalls peers, Member member) {
        this.peers = peers;
        this.member = member;
    }

    void start() {
        member.later(LOOK, this::look);
        member.later(GREET, this::greet);
        new FirstElection(peers, member).start();
    }

    /** So that there is a connection to every voter when it matters, and from the leader to every member. */
    private void greet() {
        member.later(GREET, this::greet);
        member.division().ifPresent(division -> {
            GroupConfiguration all = division.configuration();
            for (GroupPeer peer : division.progress().isEmpty() ? all.voters() : all.all()) {
                if (!peer.id().equals(division.member())) {
                    long asked = System.nanoTime();
                    Futures.then(
                            peers.status(peer.authority(), division.cluster(), LongSilences.LONG), (there, away) -> {
                                if (there == null) {
                                    silent(peer, asked);
                                } else {
                                    greeted(peer, division, all.voters().contains(peer));
                                }
                            });
                }
            }
        });
    }

    private void silent(GroupPeer peer, long asked) {
        connected.remove(peer.id());
        member.calls().ifPresent(calls -> calls.silences().silent(peer.id(), asked));
    }

    private void greeted(GroupPeer peer, Division division, boolean votes) {
        Optional<GroupCalls> calls = member.calls();
        if (calls.isEmpty()) {
            return;
        }
        Optional<Duration> silence =
                Optional.ofNullable(division.progress().get(peer.id())).map(MembershipRules.Progress::silent);
        boolean anew = calls.get().silences().endsLong(peer.id(), silence, System.nanoTime());
        boolean first = connected.add(peer.id());
        if (anew || first) {
            // Not on a thread that others wait for: a member may be gone again, and then this takes seconds.
            Thread thread =
                    new Thread(() -> connect(calls.get(), peer, anew, votes), "baton-raft-connect-" + peer.node());
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void connect(GroupCalls calls, GroupPeer peer, boolean anew, boolean votes) {
        if (anew) {
            LOG.info("{} answers again after a long silence: entries are sent to it on new connections", peer);
            calls.reconnect(peer.id());
        }
        if (votes) {
            calls.connect(peer.id());
        }
    }

    /** On the timer. */
    private void look() {
        member.later(LOOK, this::look);
        member.division().flatMap(Division::leader).ifPresent(this::watch);
    }

    private synchronized void watch(GroupPeer leader) {
        String self = member.division().map(Division::member).orElse("");
        String seen = leader.id() + " " + member.division().map(Division::term).orElse(0L);
        if (seen.equals(watched)) {
            return;
        }
        watched = seen;
        if (!leader.id().equals(self)) {
            peers.watch(leader.authority(), () -> lost(leader, seen));
        }
    }

    /** If it is followed again, in the same term, it is watched again. */
    private synchronized void forget(String seen) {
        if (seen.equals(watched)) {
            watched = "";
        }
    }

    /** Any thread. The process may still be there, and only its connection be gone. */
    private void lost(GroupPeer leader, String seen) {
        if (!isLed(leader)) {
            forget(seen);
            return;
        }
        Futures.then(peers.status(leader.authority(), MemberRequest.ANY, ANSWER), (status, problem) -> {
            switch (FailoverRules.standing(leader, status, problem)) {
                case THERE -> peers.watch(leader.authority(), () -> lost(leader, seen));
                case ENDED -> ended(leader, seen, 1);
                // Its listener may outlive it for a moment.
                case UNKNOWN -> member.later(Duration.ofMillis(5), () -> lost(leader, seen));
            }
        });
    }

    private boolean isLed(GroupPeer leader) {
        return member.division()
                .flatMap(Division::leader)
                .map(it -> it.id().equals(leader.id()))
                .orElse(false);
    }

    private void ended(GroupPeer leader, String seen, int attempt) {
        Optional<Division> division = member.division();
        if (division.isEmpty()) {
            return;
        }
        Quorum quorum = division.get().quorum();
        Set<String> apart = Set.of(leader.id(), division.get().member());
        Futures.then(
                VoterReplies.of(peers, division.get(), apart, ANSWER),
                (answers, none) -> member.onOwnThread(() -> decide(leader, seen, answers, quorum, attempt)));
    }

    private void decide(GroupPeer leader, String seen, List<MemberStatus> heard, Quorum quorum, int attempt) {
        MemberStatus self = member.status();
        Optional<String> objection = FailoverRules.objection(leader.id(), self, heard, quorum);
        if (objection.isPresent()) {
            LOG.atLevel(LeaderWarmUp.level(self.member()))
                    .log("The leader {} has ended; {} starts no election: {}", leader, self.member(), objection.get());
            // Others may be slow to answer, or not as far as they will be.
            if (attempt < MAX_ATTEMPTS && isLed(leader)) {
                member.later(ANSWER, () -> ended(leader, seen, attempt + 1));
            } else {
                forget(seen);
            }
            return;
        }
        synchronized (this) {
            if (fired >= self.term() || !isLed(leader)) {
                return;
            }
            fired = self.term();
        }
        LOG.atLevel(LeaderWarmUp.level(self.member()))
                .log("The leader {} has ended: {} starts an election", leader, self.member());
        member.startElection(leader.id());
    }
}
