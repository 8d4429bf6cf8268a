// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.LossReason;
import dev.baton.cli.Json;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What Baton says while it runs a command: on standard error, since standard output is the command's. */
final class RunReport {
    private final String election;
    private final PrintStream err;
    private final boolean json;
    private final Set<Long> cannotEnd = ConcurrentHashMap.newKeySet();

    RunReport(String election, PrintStream err, boolean json) {
        this.election = election;
        this.err = err;
        this.json = json;
    }

    void waiting(String why) {
        say("waiting", why + "; waiting for it", Json.object().put("reason", why));
    }

    void failed(String why) {
        say("failed", why, Json.object().put("reason", why));
    }

    void standing(String node) {
        say("standing", node + " stands in " + election, Json.object().put("node", node));
    }

    void started(Leadership leadership) {
        say(
                "started",
                "leads " + election + " under epoch " + leadership.epoch() + ": the command runs",
                Json.object().put("epoch", leadership.epoch().value()));
    }

    void ended(int code) {
        say("ended", "the command ended with exit code " + code, Json.object().put("exitCode", code));
    }

    void stopped(String signal) {
        say("stopped", "the command was stopped", Json.object().put("signal", signal));
    }

    /** Says it once of each process. */
    void cannotEnd(List<Long> processes) {
        List<Long> news = processes.stream().filter(cannotEnd::add).toList();
        if (!news.isEmpty()) {
            ObjectNode details = Json.object();
            news.forEach(details.putArray("processes")::add);
            say(
                    "cannot_end",
                    "of the command, " + news + " belong to another user: Baton may not end them, and they may run on"
                            + " when another machine leads",
                    details);
        }
    }

    void lost(Epoch epoch, LossReason reason) {
        say(
                "lost",
                "leads " + election + " no more: " + reason.name().toLowerCase(Locale.ROOT),
                Json.object().put("epoch", epoch.value()).put("reason", reason.name()));
    }

    private synchronized void say(String event, String text, ObjectNode details) {
        if (json) {
            ObjectNode line = Json.object().put("event", event).put("election", election);
            line.setAll(details);
            err.print(Json.write(line) + "\n");
        } else {
            err.print("baton: " + text + "\n");
        }
        err.flush();
    }
}
