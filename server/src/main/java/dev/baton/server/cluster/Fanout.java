// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.AdminClient;
import dev.baton.server.directory.DirectoryMember;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks other nodes by their admin API: many at once, though not more than so many at a time. */
public final class Fanout {
    private static final Logger LOG = LoggerFactory.getLogger(Fanout.class);
    private static final int AT_ONCE = 64;

    private final AdminClient client;
    private final Duration patience;

    Fanout(AdminClient client, Duration patience) {
        this.client = client;
        this.patience = patience;
    }

    /** What each node said; nothing for those who did not answer in time, or not properly. */
    <T> Map<DirectoryMember, Optional<T>> ask(List<DirectoryMember> members, String path, Class<T> type) {
        Map<DirectoryMember, Optional<T>> answers = new LinkedHashMap<>();
        for (int from = 0; from < members.size(); from += AT_ONCE) {
            List<DirectoryMember> some = members.subList(from, Math.min(from + AT_ONCE, members.size()));
            List<CompletableFuture<Optional<T>>> asked = new ArrayList<>();
            some.forEach(member -> asked.add(member.admin()
                    .map(admin -> ask(client, admin, path, type, patience))
                    .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()))));
            for (int i = 0; i < some.size(); i++) {
                // Ends by itself: every call has its time limit.
                answers.put(some.get(i), asked.get(i).join());
            }
        }
        return answers;
    }

    /** What one node said. */
    <T> Optional<T> ask(String admin, String path, Class<T> type) {
        return ask(client, admin, path, type, patience).join();
    }

    /** What one node says; empty if it does not answer in time, or not properly. It ends by itself. */
    public static <T> CompletableFuture<Optional<T>> ask(
            AdminClient client, String admin, String path, Class<T> type, Duration patience) {
        try {
            return client.get(admin, path, patience)
                    .thenApply(reply -> read(admin, reply, type))
                    .exceptionally(failed -> {
                        LOG.debug("{} does not answer: {}", admin, failed.toString());
                        return Optional.empty();
                    });
        } catch (IllegalArgumentException noUrl) {
            LOG.debug("{} is not a usable URL", admin);
            return CompletableFuture.completedFuture(Optional.empty());
        }
    }

    private static <T> Optional<T> read(String admin, AdminClient.Reply reply, Class<T> type) {
        try {
            if (reply.isOk()) {
                return Optional.of(reply.as(type));
            }
            LOG.debug("{} answers with {}", admin, reply.status());
        } catch (IOException foreign) {
            LOG.debug("{} is not a Baton node: {}", admin, foreign.toString());
        }
        return Optional.empty();
    }
}
