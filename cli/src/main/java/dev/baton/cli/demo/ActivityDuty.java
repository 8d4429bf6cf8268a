// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.Duty;
import dev.baton.Leadership;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The work of the demo's leader: every millisecond it records that it may act, like real work that asks before each
 * effect, and writes to a protected resource. Once its leadership is over it tries to write again, like a leader that
 * does not know yet that it was replaced.
 */
final class ActivityDuty {
    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final Duration BETWEEN_LATE_WRITES = Duration.ofMillis(20);
    private static final int MAX_LATE_WRITES = 500;
    private static final int REFUSED = 409;
    private static final long ELECTION = 0;

    private final ActivityFile file;
    private final String resource;
    private final HttpClient http = HttpClient.newHttpClient();

    private ActivityDuty(ActivityFile file, String resource) {
        this.file = file;
        this.resource = resource;
    }

    static Duty of(ActivityFile file, String resource) {
        return Duty.loop("activity", new ActivityDuty(file, resource)::act);
    }

    private void act(Leadership leadership) {
        long epoch = leadership.epoch().value();
        // Not waited for: the first instant of acting is what the demo measures.
        inBackground(() -> write(epoch));
        boolean wroteLate = false;
        while (!Thread.currentThread().isInterrupted()) {
            // The clock before the question: at that instant the answer was certainly yes.
            long now = System.nanoTime();
            if (leadership.mayAct()) {
                file.acts(ELECTION, epoch, now);
            } else if (!wroteLate) {
                wroteLate = true;
                inBackground(() -> writeLate(epoch));
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        if (!wroteLate) {
            inBackground(() -> writeLate(epoch));
        }
    }

    /** Tries until it is refused: before the next leader has written, the resource cannot know about it. */
    private void writeLate(long epoch) {
        for (int tries = 0; tries < MAX_LATE_WRITES && write(epoch) != REFUSED; tries++) {
            LockSupport.parkNanos(BETWEEN_LATE_WRITES.toNanos());
        }
    }

    private int write(long epoch) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(resource + epoch))
                    .POST(BodyPublishers.noBody())
                    .build();
            return http.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException away) {
            return 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "baton-demo-write");
        thread.setDaemon(true);
        thread.start();
    }
}
