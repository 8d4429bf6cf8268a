// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import dev.baton.admin.AdminJson;
import dev.baton.admin.ConsumerGroupReport;
import dev.baton.admin.ConsumerGroupReport.Described;
import dev.baton.admin.ConsumerGroupReport.Groups;
import dev.baton.admin.ConsumerGroupReport.Member;
import dev.baton.admin.ConsumerGroupReport.Partition;
import dev.baton.admin.ConsumerGroupReport.TopicLag;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Made-up consumer groups. */
final class GroupsScene {
    private final Map<String, Described> groups = new LinkedHashMap<>();
    final List<String> unanswered = new ArrayList<>();

    /** A group that reads the topic orders; every partition has the same lag. */
    synchronized GroupsScene group(String name, String client, int partitions, long lag) {
        Member member = new Member("id-of-" + client, null, client, "/10.0.0.7", partitions);
        groups.put(
                name,
                new Described(
                        new ConsumerGroupReport(
                                name,
                                "Stable",
                                "consumer",
                                "uniform",
                                "n2",
                                1,
                                lag * partitions,
                                List.of(new TopicLag("orders", lag * partitions))),
                        List.of(member),
                        IntStream.range(0, partitions)
                                .mapToObj(it -> new Partition("orders", it, 100L, 100 + lag, lag, member.id()))
                                .toList()));
        return this;
    }

    /** A group whose consumers are gone, and which knows of no offset in its second partition. */
    synchronized GroupsScene deserted(String name) {
        groups.put(
                name,
                new Described(
                        new ConsumerGroupReport(
                                name, "Empty", "classic", "", "n1", 0, 12L, List.of(new TopicLag("orders", 12L))),
                        List.of(),
                        List.of(
                                new Partition("orders", 0, 88L, 100L, 12L, null),
                                new Partition("orders", 1, null, 100L, null, null))));
        return this;
    }

    /** Has the page and its answers for a {@link StubNode}. */
    Scene in(Scene scene) {
        scene.partPages.add(Scene.json(
                "name",
                "groups",
                "title",
                "Groups",
                "path",
                "/api/v1/groups",
                "field",
                "groups",
                "columns",
                List.of(),
                "script",
                true));
        scene.answers.put("/api/v1/groups", query -> AdminJson.tree(all()));
        scene.answers.put("/api/v1/groups/describe", query -> AdminJson.tree(described(String.valueOf(query))));
        return scene;
    }

    private synchronized Groups all() {
        return new Groups(groups.values().stream().map(Described::group).toList(), List.copyOf(unanswered));
    }

    private synchronized Described described(String query) {
        String name = query.substring("group=".length());
        Described found = groups.get(name);
        return found == null ? groups.get(URLDecoder.decode(name, StandardCharsets.UTF_8)) : found;
    }
}
