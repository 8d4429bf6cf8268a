// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Finds out that this member was removed while it was away, or cut off. No leader calls one that is not in its group; a
 * voter is told when it asks for votes, but a listener asks for none, and would never follow anyone. So every member
 * asks its leader from time to time, and all members if that one does not answer as a leader.
 */
final class RemovalWatch {
    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(1);

    /** What it needs of its member. */
    interface Member {
        Optional<Division> division();

        /** Whether it was ever a full member of its group, even if its log no longer says so. */
        boolean wasIn();

        /** Once for each look that finds it out. */
        void removed();

        void later(Duration delay, Runnable task);
    }

    private final PeerCalls peers;
    private final List<String> contacts;
    private final Member member;
    /** Where other members said that the leader is. */
    private volatile Set<String> named = Set.of();

    /** @param contacts addresses to ask too: all members that its log knows may be others by now */
    RemovalWatch(PeerCalls peers, List<String> contacts, Member member) {
        this.peers = peers;
        this.contacts = contacts;
        this.member = member;
    }

    void start() {
        member.later(LOOK, this::look);
    }

    private void look() {
        member.later(LOOK, this::look);
        Optional<Division> here = member.division();
        if (here.isEmpty() || here.get().leadsIn(here.get().term())) {
            return;
        }
        if (!here.get().isIn() && !member.wasIn()) {
            // It is on its way in.
            return;
        }
        Optional<String> leader = here.get().leader().map(GroupPeer::authority);
        Futures.then(ask(here.get(), leader.stream().toList()), (answers, none) -> {
            if (answers == null || answers.stream().noneMatch(MemberStatus::leads)) {
                askAll(here.get());
            } else {
                decide(here.get(), answers);
            }
        });
    }

    private void askAll(Division here) {
        Set<String> all = new LinkedHashSet<>(contacts);
        all.addAll(named);
        here.configuration().all().stream()
                .filter(peer -> !peer.id().equals(here.member()))
                .map(GroupPeer::authority)
                .forEach(all::add);
        Futures.then(ask(here, all), (answers, none) -> {
            if (answers != null) {
                named = Set.copyOf(answers.stream()
                        .map(MemberStatus::leader)
                        .filter(address -> !address.isEmpty())
                        .toList());
                decide(here, answers);
            }
        });
    }

    private CompletableFuture<List<MemberStatus>> ask(Division here, Collection<String> addresses) {
        List<CompletableFuture<Optional<MemberStatus>>> asked = addresses.stream()
                .map(address -> peers.status(address, here.cluster(), ANSWER)
                        .handle((status, silent) -> Optional.ofNullable(status)))
                .toList();
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .thenApply(
                        all -> asked.stream().flatMap(it -> it.join().stream()).toList());
    }

    private void decide(Division here, List<MemberStatus> answers) {
        if (answers.stream().anyMatch(status -> hasRemoved(status, here.member(), here.term()))) {
            member.removed();
        }
    }

    /**
     * Whether a member does not have another one, for good: it leads, in a term that is not older than any that the other
     * has heard of, and all members that it has are committed.
     */
    static boolean hasRemoved(MemberStatus status, String member, long term) {
        return status.leads()
                && status.settled()
                && status.term() >= term
                && status.members().stream().noneMatch(peer -> peer.id().equals(member));
    }
}
