// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What the voters of a group say of themselves. */
final class VoterReplies {
    private VoterReplies() {}

    /**
     * Asks all of them but some; never fails. Those that do not answer in time, or are another member than expected, are
     * missing.
     */
    static CompletableFuture<List<MemberStatus>> of(
            PeerCalls peers, Division division, Set<String> apart, Duration within) {
        List<MemberStatus> answers = new ArrayList<>();
        List<CompletableFuture<?>> asked = new ArrayList<>();
        for (GroupPeer peer : division.configuration().voters()) {
            if (!apart.contains(peer.id())) {
                asked.add(peers.status(peer.authority(), division.cluster(), within)
                        .handle((status, silent) -> {
                            if (status != null && status.member().equals(peer.id())) {
                                synchronized (answers) {
                                    answers.add(status);
                                }
                            }
                            return null;
                        }));
            }
        }
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).thenApply(all -> {
            synchronized (answers) {
                return List.copyOf(answers);
            }
        });
    }
}
