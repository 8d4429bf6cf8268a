// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.internal.json.StrictJsonObject;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.MembershipJson;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.NodeStatus;
import java.util.Optional;

/** Requests to join or to remove, what is said to them, and what a node says of itself, as JSON. */
final class JoinJson {
    private JoinJson() {}

    static String write(JoinRequest request) {
        return StrictJsonObject.write(MembershipJson.write(request.member())
                .put("nonce", request.nonce().toString()));
    }

    static JoinRequest request(String text) {
        StrictJsonObject json = StrictJsonObject.parse(text);
        return new JoinRequest(MembershipJson.member(json), StateId.parse(json.text("nonce")));
    }

    static String write(JoinAnswer answer) {
        ObjectNode json =
                StrictJsonObject.object().put("result", answer.kind().name()).put("detail", answer.detail());
        answer.at().ifPresent(at -> json.put("leader", at.toString()));
        return StrictJsonObject.write(json);
    }

    static JoinAnswer answer(String text) {
        StrictJsonObject json = StrictJsonObject.parse(text);
        return new JoinAnswer(
                JoinAnswer.Kind.valueOf(json.text("result")),
                json.text("detail"),
                json.has("leader") ? Optional.of(Address.parse(json.text("leader"))) : Optional.empty());
    }

    static ObjectNode write(NodeStatus status) {
        return StrictJsonObject.object()
                .put("cluster", status.cluster())
                .put("node", status.node().id().value())
                .put("incarnation", status.node().incarnation().toString())
                .put("mark", status.mark().toString())
                .put("epoch", status.stamp().epoch().value())
                .put("version", status.stamp().version());
    }

    static NodeStatus status(String text) {
        StrictJsonObject json = StrictJsonObject.parse(text);
        return new NodeStatus(
                json.text("cluster"),
                new Node(NodeId.of(json.text("node")), Incarnation.parse(json.text("incarnation"))),
                StateId.parse(json.text("mark")),
                MembershipJson.stamp(json));
    }
}
