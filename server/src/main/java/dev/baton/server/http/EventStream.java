// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.AdminJson;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.EventView;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.EventLog.News;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * The live events, as server-sent events. Each stream occupies its request's thread, so their number is limited. A
 * reader that is too slow is disconnected, and reconnects with the number of the last event it has seen.
 */
final class EventStream {
    static final int MAX_STREAMS = 64;

    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final int AT_ONCE = 100;

    private final EventLog log;
    private final Semaphore free = new Semaphore(MAX_STREAMS);

    EventStream(EventLog log) {
        this.log = log;
    }

    List<Route> routes() {
        return List.of(Route.file(
                        "/api/v1/events/stream",
                        "What happens, live, as server-sent events; Last-Event-ID is honoured",
                        "text/event-stream",
                        this::stream)
                .refuses(503, "too many streams"));
    }

    private void stream(ApiCall call) throws IOException, InterruptedException {
        if (!free.tryAcquire()) {
            throw new ApiException(ApiError.UNAVAILABLE, "there are " + MAX_STREAMS + " streams already");
        }
        try {
            var response = call.context().res();
            response.setContentType("text/event-stream; charset=utf-8");
            response.setHeader("Cache-Control", "no-store");
            pump(start(call), response.getOutputStream());
        } finally {
            free.release();
        }
    }

    private long start(ApiCall call) {
        String seen = call.context().header("Last-Event-ID");
        return seen != null && seen.matches("\\d{1,18}") ? log.from(Long.parseLong(seen)) : log.last();
    }

    private void pump(long after, OutputStream out) throws IOException, InterruptedException {
        long seen = after;
        write(out, ": baton\n\n");
        while (log.await(seen, AT_ONCE, HEARTBEAT) instanceof News.Events news) {
            StringBuilder text = new StringBuilder();
            for (EventView event : news.events()) {
                text.append("id: ").append(event.seq());
                text.append("\nevent: ").append(event.type());
                text.append("\ndata: ").append(AdminJson.write(event)).append("\n\n");
                seen = event.seq();
            }
            write(out, text.isEmpty() ? ": still here\n\n" : text.toString());
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
