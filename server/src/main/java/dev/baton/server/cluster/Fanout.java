// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.server.directory.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks many nodes the same at once, though not more than so many at a time. */
final class Fanout {
    private static final Logger LOG = LoggerFactory.getLogger(Fanout.class);
    private static final int AT_ONCE = 64;

    private final NodeClient client;

    Fanout(NodeClient client) {
        this.client = client;
    }

    /** What each node said; nothing for those who did not answer in time, or not properly. */
    <T> Map<Member, Optional<T>> ask(List<Member> members, String path, Class<T> type) {
        Map<Member, Optional<T>> answers = new LinkedHashMap<>();
        for (int from = 0; from < members.size(); from += AT_ONCE) {
            List<Member> some = members.subList(from, Math.min(from + AT_ONCE, members.size()));
            List<CompletableFuture<Optional<T>>> asked = new ArrayList<>();
            some.forEach(member -> asked.add(ask(member, path, type)));
            for (int i = 0; i < some.size(); i++) {
                // Ends by itself: every call has its time limit.
                answers.put(some.get(i), asked.get(i).join());
            }
        }
        return answers;
    }

    private <T> CompletableFuture<Optional<T>> ask(Member member, String path, Class<T> type) {
        if (member.admin().isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        try {
            return client.get(member.admin().get(), path)
                    .thenApply(reply -> read(member, reply, type))
                    .exceptionally(failed -> {
                        LOG.debug("{} does not answer: {}", member.id(), failed.toString());
                        return Optional.empty();
                    });
        } catch (IllegalArgumentException noUrl) {
            LOG.debug("{} has no usable URL", member.id());
            return CompletableFuture.completedFuture(Optional.empty());
        }
    }

    private static <T> Optional<T> read(Member member, NodeClient.Reply reply, Class<T> type) {
        try {
            if (reply.status() == 200) {
                return Optional.of(reply.as(type));
            }
            LOG.debug("{} answers with {}", member.id(), reply.status());
        } catch (java.io.IOException foreign) {
            LOG.debug("{} answers what is no answer", member.id());
        }
        return Optional.empty();
    }
}
