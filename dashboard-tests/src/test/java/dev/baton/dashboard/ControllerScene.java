// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import dev.baton.admin.AdminJson;
import dev.baton.admin.ControllerMembers;
import dev.baton.admin.ControllerOutcome;
import dev.baton.admin.ControllerReport;
import dev.baton.admin.PartitionFigures;
import dev.baton.admin.TopicFigures;
import dev.baton.admin.TopicReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A made-up controller, with members and topics that a real one has on bad days only. */
final class ControllerScene {
    final List<ControllerMembers.Member> members = new ArrayList<>();
    String states = "EQUAL";
    /** Whether the leaders of partitions answer. */
    boolean hasFigures = true;

    private final List<TopicReport> topics = new ArrayList<>();
    private long version = 1;

    ControllerScene() {
        members.add(member("n1", "LEADER", true, null, false));
        members.add(member("n2", "VOTER", true, 0L, false));
        members.add(member("n3", "VOTER", true, 0L, false));
    }

    static ControllerMembers.Member member(
            String node, String role, boolean answers, @Nullable Long lag, boolean differs) {
        return new ControllerMembers.Member(
                node, role, node + ".example.com:7500", answers, lag, 12L, 4L, 100L, 90L, differs, null);
    }

    synchronized void topic(String name, int partitions) {
        version++;
        topics.add(new TopicReport(name, "id-" + name, partitions, 3, 1, Map.of("retention.ms", "1000"), null));
    }

    /** Has pages and answers for a {@link StubNode}. */
    Scene in(Scene scene) {
        for (String name : List.of("controller", "topics")) {
            scene.partPages.add(Scene.json(
                    "name",
                    name,
                    "title",
                    name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
                    "path",
                    "/api/v1/" + name,
                    "field",
                    "members",
                    "columns",
                    List.of(),
                    "script",
                    true));
        }
        scene.answers.put("/api/v1/controller", query -> AdminJson.tree(report()));
        scene.answers.put(
                "/api/v1/controller/members",
                query -> AdminJson.tree(new ControllerMembers("n1", "n1", 4, 100, states, List.copyOf(members))));
        scene.answers.put("/api/v1/controller/changes", query -> AdminJson.tree(changes()));
        scene.answers.put("/api/v1/local/topics", query -> AdminJson.tree(all()));
        scene.answers.put("/api/v1/local/topics/orders", query -> AdminJson.tree(described(false)));
        if (hasFigures) {
            scene.answers.put("/api/v1/topics", query -> AdminJson.tree(measured()));
            scene.answers.put("/api/v1/topics/orders", query -> AdminJson.tree(described(true)));
        }
        return scene;
    }

    private synchronized ControllerReport report() {
        return new ControllerReport(
                "n1",
                "group",
                "n1",
                4,
                100,
                100,
                90,
                100,
                List.of(),
                version,
                1,
                topics.size(),
                12,
                2,
                List.of(),
                List.of(new ControllerReport.RegisteredNode("n2", "west", 1, 7, true, false, 3, 1, 1)),
                null);
    }

    private synchronized ControllerOutcome.Changes changes() {
        return new ControllerOutcome.Changes(version, false, List.of());
    }

    private synchronized TopicReport.Topics all() {
        return new TopicReport.Topics(version, 100, List.copyOf(topics));
    }

    private synchronized TopicReport.Topics measured() {
        return new TopicReport.Topics(
                version,
                100,
                topics.stream()
                        .map(it -> it.with(new TopicFigures(7_000, 3 << 20, 1_250.4, 2_048)))
                        .toList());
    }

    private synchronized TopicReport.Described described(boolean figures) {
        return new TopicReport.Described(
                version,
                100,
                topics.get(0),
                IntStream.range(0, topics.get(0).partitions())
                        .mapToObj(it -> new TopicReport.Partition(
                                it,
                                1 + it % 2,
                                List.of("n1", "n2", "n3"),
                                it == 0 ? null : "n" + (1 + it % 3),
                                5,
                                // Nobody leads the first one, so that nobody tells of it.
                                figures && it > 0 ? new PartitionFigures(10, 4_711L + it, 1_536, 2.5, 512) : null))
                        .toList());
    }
}
