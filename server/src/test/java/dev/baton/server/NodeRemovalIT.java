// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.Baton;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerSettings;
import dev.baton.controller.work.WorkStatePart;
import dev.baton.raft.RaftElector;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.server.http.RawHttp.Answer;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes leave by command: they are forgotten by the controller, and are no members of the group any more. */
class NodeRemovalIT {
    private static final List<String> IDS = List.of("n1", "n2", "n3");

    @TempDir
    private Path folder;

    private final TestNodes nodes = new TestNodes();
    private final List<Integer> ports = IDS.stream().map(id -> FreePorts.take()).toList();

    @BeforeEach
    void start() {
        String all = IDS.stream()
                .map(id -> "\"" + id + "=127.0.0.1:" + ports.get(IDS.indexOf(id)) + "\"")
                .collect(Collectors.joining(", "));
        for (String id : IDS) {
            nodes.run(id, """
                    node: {id: %s}
                    elector: {type: raft, raft: {bind: "127.0.0.1:%d", bootstrap: [%s], state_folder: "%s"}}
                    admin: {port: 0, peer_timeout: 10s, operation_timeout: 30s}
                    """.formatted(id, ports.get(IDS.indexOf(id)), all, folder.resolve(id)));
        }
        IDS.forEach(
                id -> await("three are registered", id, it -> it.path("nodes").size() == 3));
    }

    @AfterEach
    void stop() {
        nodes.close();
    }

    private JsonNode controller(String id) {
        return nodes.http(id).get("/api/v1/controller").json();
    }

    private void await(String what, String id, Predicate<JsonNode> fact) {
        eventually(what, TestNodes.PATIENCE, () -> fact.test(controller(id)), () -> controller(id));
    }

    private JsonNode members(String id) {
        return nodes.http(id).get("/api/v1/controller/members").json();
    }

    private static List<String> names(JsonNode report, String list, String field) {
        return StreamSupport.stream(report.path(list).spliterator(), false)
                .map(it -> it.path(field).asText())
                .toList();
    }

    private Answer remove(String asked, String node) {
        return nodes.http(asked).post("/api/v1/controller/remove", "{\"node\":\"" + node + "\"}");
    }

    private void drain(String asked, String node) {
        assertThat(nodes.http(asked)
                        .post("/api/v1/controller/drain", "{\"node\":\"" + node + "\"}")
                        .status())
                .isEqualTo(200);
    }

    /** All but one, and then that one, which stays. */
    @Test
    void nodesLeaveOneByOneAndTheLastVoterStays() {
        assertThat(remove("n1", "n9").code()).isEqualTo("NOT_FOUND");
        assertThat(remove("n1", "n2").body()).contains("CONFLICT").contains("drain it, or stop it, first");

        // The leader of the group leaves, and is asked for it itself.
        await("a leader", "n1", it -> it.path("leader").isTextual());
        String leader = controller("n1").path("leader").asText("n1");
        drain("n1", leader);
        Answer removed = remove(leader, leader);
        assertThat(removed.status()).as(removed.body()).isEqualTo(200);
        assertThat(removed.body()).contains("no member of the Raft group any more, which has 2 voters now");
        List<String> left = IDS.stream().filter(id -> !id.equals(leader)).toList();
        left.forEach(id -> await(
                id + " knows two",
                id,
                it -> names(it, "members", "node").equals(left)
                        && names(it, "nodes", "id").equals(left)));
        await("it says so", leader, it -> it.path("ended").asText().contains("removed from the group"));
        eventually(
                "an alarm",
                TestNodes.PATIENCE,
                () -> nodes.http(leader).get("/api/v1/nodes").body().contains("RAFT_MEMBER_ENDED"),
                () -> nodes.http(leader).get("/api/v1/nodes").body());

        // The next one is asked at the one that stays.
        String stays = left.get(0);
        drain(stays, left.get(1));
        eventually(
                "a leader, so that it can be removed",
                TestNodes.PATIENCE,
                () -> remove(stays, left.get(1)).status() != 503,
                () -> controller(stays));
        await("one is left", stays, it -> names(it, "members", "node").equals(List.of(stays)));
        assertThat(remove(stays, stays).body()).contains("the last voter of the Raft group");
    }

    @Test
    void aMemberThatNeverRegisteredIsRemovedOnceItIsGone() {
        MemberSettings settings = MemberSettings.joining(
                MemberAddress.of("guest", "127.0.0.1", FreePorts.take()),
                folder.resolve("guest"),
                List.of("127.0.0.1:" + ports.get(0)));
        try (Baton guest = Baton.node("guest")
                .start(RaftElector.member(settings)
                        .replicating(context -> new ControllerPart(
                                ControllerSettings.DEFAULT, context.lanes().ticker(), UUID::randomUUID))
                        .replicating(context -> new WorkStatePart()))) {
            await("a listener", "n2", it -> names(it, "members", "node").contains("guest"));
            assertThat(guest.elector(RaftElector.class).member()).isPresent();
            Answer alive = remove("n2", "guest");
            assertThat(alive.code()).as(alive.body()).isEqualTo("CONFLICT");
            assertThat(alive.body()).contains("alive: stop it first");
        }

        eventually(
                "removed once it is silent",
                TestNodes.PATIENCE,
                () -> remove("n3", "guest").body().contains("it had never registered"),
                () -> nodes.http("n3").get("/api/v1/controller/members").body());
        eventually(
                "three are left",
                TestNodes.PATIENCE,
                () -> names(members("n1"), "members", "node").equals(IDS),
                () -> members("n1"));
        eventually(
                "equal states",
                TestNodes.PATIENCE,
                () -> members("n1").path("states").asText().equals("EQUAL"),
                () -> members("n1"));
    }
}
