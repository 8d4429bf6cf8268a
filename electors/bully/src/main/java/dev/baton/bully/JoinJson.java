// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.Incarnation;
import dev.baton.Node;
import dev.baton.NodeId;
import java.util.Optional;

/** Requests to join or to remove, what is said to them, and what a node says of itself, as JSON. */
final class JoinJson {
    private JoinJson() {}

    static String write(JoinRequest request) {
        return Json.write(MembershipJson.write(request.member())
                .put("nonce", request.nonce().toString()));
    }

    static JoinRequest request(String text) {
        Json json = Json.parse(text);
        return new JoinRequest(MembershipJson.member(json), Mark.parse(json.text("nonce")));
    }

    static String write(Answer answer) {
        ObjectNode json = Json.object().put("result", answer.kind().name()).put("detail", answer.detail());
        answer.at().ifPresent(at -> json.put("leader", at.toString()));
        return Json.write(json);
    }

    static Answer answer(String text) {
        Json json = Json.parse(text);
        return new Answer(
                Answer.Kind.valueOf(json.text("result")),
                json.text("detail"),
                json.has("leader") ? Optional.of(Address.parse(json.text("leader"))) : Optional.empty());
    }

    static ObjectNode write(Status status) {
        return Json.object()
                .put("cluster", status.cluster())
                .put("node", status.node().id().value())
                .put("incarnation", status.node().incarnation().toString())
                .put("mark", status.mark().toString())
                .put("epoch", status.stamp().epoch().value())
                .put("version", status.stamp().version());
    }

    static Status status(String text) {
        Json json = Json.parse(text);
        return new Status(
                json.text("cluster"),
                new Node(NodeId.of(json.text("node")), Incarnation.parse(json.text("incarnation"))),
                Mark.parse(json.text("mark")),
                json.stamp());
    }
}
