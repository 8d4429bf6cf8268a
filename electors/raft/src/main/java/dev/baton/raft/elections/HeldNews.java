// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.NotLeaderException;
import dev.baton.spi.MonotonicTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Questions what was given back, answered as soon as something was. One that has waited for as long as its sender said is
 * answered when the next one comes: a node asks again before it gives the one before up. Any thread.
 */
final class HeldNews {
    /** More are answered at once. */
    private static final int MAX_HELD = 1_000;

    private final Releases releases;
    private final List<Held> held = new ArrayList<>();
    private boolean ended;

    private record Held(long since, long until, CompletableFuture<byte[]> answer) {}

    HeldNews(Releases releases) {
        this.releases = releases;
    }

    CompletableFuture<byte[]> ask(Calls.News question, long now) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        boolean waits;
        synchronized (this) {
            waits = !ended && held.size() < MAX_HELD;
            if (waits) {
                held.add(new Held(question.since(), MonotonicTime.plus(now, question.hold()), answer));
            }
        }
        if (!waits) {
            answer.complete(Calls.reply(releases.since(question.since())));
        }
        tell(now);
        return answer;
    }

    /** Answers all that have something to be told, or have waited long enough. */
    void tell(long now) {
        List<Runnable> answers = new ArrayList<>();
        synchronized (this) {
            held.removeIf(it -> {
                Releases.News news = releases.since(it.since());
                boolean due = !news.released().isEmpty() || !MonotonicTime.isBefore(now, it.until());
                if (due) {
                    answers.add(() -> it.answer().complete(Calls.reply(news)));
                }
                return due;
            });
        }
        answers.forEach(Runnable::run);
    }

    /** The lead is lost: waiting questions go to the next leader. */
    void end(NotLeaderException why) {
        List<Held> left;
        synchronized (this) {
            ended = true;
            left = List.copyOf(held);
            held.clear();
        }
        left.forEach(it -> it.answer().completeExceptionally(why));
    }
}
