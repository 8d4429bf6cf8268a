// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The group as its leader works with it: asks voters, and changes who is in it. */
final class LeaderGroupView implements Confirmations.Group, MembershipSide.Group {
    private static final Duration ASKED = Duration.ofSeconds(1);

    private final MemberServer server;
    private final PeerCalls peers;
    private final AppliedIndex applied;
    private final Timer timer;

    LeaderGroupView(MemberServer server, PeerCalls peers, AppliedIndex applied, Timer timer) {
        this.server = server;
        this.peers = peers;
        this.applied = applied;
        this.timer = timer;
    }

    private Division division() {
        return server.division().orElseThrow();
    }

    @Override
    public Quorum quorum() {
        return division().quorum();
    }

    @Override
    public CompletableFuture<Long> termOf(String voter) {
        Optional<GroupPeer> peer = division().peer(voter);
        return peer.isPresent()
                ? status(peer.get()).thenApply(MemberStatus::term)
                : CompletableFuture.failedFuture(new IllegalStateException(voter + " is no longer a member"));
    }

    /** Fails if another member answers at its address. */
    private CompletableFuture<MemberStatus> status(GroupPeer member) {
        return peers.status(member.authority(), division().cluster(), ASKED).thenApply(status -> {
            if (!status.member().equals(member.id())) {
                throw new IllegalStateException(status.member() + " answers instead of " + member);
            }
            return status;
        });
    }

    @Override
    public CompletableFuture<Void> caughtUp() {
        return applied.reached(division().committed());
    }

    @Override
    public boolean leadsIn(long term) {
        return server.division()
                .filter(Division::isAlive)
                .map(here -> here.leadsIn(term))
                .orElse(false);
    }

    @Override
    public GroupConfiguration configuration() {
        return division().configuration();
    }

    @Override
    public Map<String, MembershipRules.Progress> progress() {
        return division().progress();
    }

    @Override
    public long committed() {
        return division().committed();
    }

    @Override
    public CompletableFuture<Map<String, Long>> lastIndexes() {
        Map<String, Long> answers = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> asked = new ArrayList<>();
        for (GroupPeer peer : configuration().all()) {
            if (!peer.id().equals(division().member())) {
                asked.add(status(peer).handle((status, silent) -> {
                    if (status != null) {
                        answers.put(peer.id(), status.lastIndex());
                    }
                    return null;
                }));
            }
        }
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).thenApply(all -> answers);
    }

    @Override
    public CompletableFuture<Boolean> isAlive(GroupPeer member) {
        return status(member).handle((status, problem) -> status != null);
    }

    @Override
    public CompletableFuture<Void> change(GroupConfiguration expected, GroupConfiguration next) {
        return server.calls().change(expected, next);
    }

    @Override
    public void later(Duration delay, Runnable task) {
        timer.later(delay, task);
    }
}
