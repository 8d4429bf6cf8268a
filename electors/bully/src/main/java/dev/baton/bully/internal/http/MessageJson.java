// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.internal.json.StrictJsonObject;
import dev.baton.bully.internal.membership.MembershipJson;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.membership.StoredMembership;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Members;
import dev.baton.bully.internal.message.BullyMessage.Precedence;
import dev.baton.bully.internal.message.BullyMessage.Question;
import dev.baton.bully.internal.message.BullyMessage.Stored;
import dev.baton.bully.internal.message.CandidateStatus;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.spi.Priority;
import java.nio.charset.StandardCharsets;

/** What nodes say to each other, as JSON. Whatever is read is checked as if it came from a stranger. */
public final class MessageJson {
    private static final long VERSION = 1;
    /** Who says a message is in the envelope, not in the message. */
    private static final Node NOBODY = new Node(NodeId.of("nobody"), new Incarnation(1));

    private MessageJson() {}

    public static String write(Envelope envelope) {
        ObjectNode json = StrictJsonObject.object()
                .put("protocol", VERSION)
                .put("cluster", envelope.cluster())
                .put("node", envelope.from().id().value())
                .put("incarnation", envelope.from().incarnation().toString())
                .put("mark", envelope.mark().toString())
                .put("address", envelope.address().toString())
                .put("number", envelope.number())
                .put("epoch", envelope.stamp().epoch().value())
                .put("version", envelope.stamp().version());
        ArrayNode messages = json.putArray("messages");
        envelope.messages().forEach(message -> messages.add(write(message)));
        return StrictJsonObject.write(json);
    }

    public static Envelope envelope(String text) {
        StrictJsonObject json = StrictJsonObject.parse(text);
        if (json.number("protocol") != VERSION) {
            throw new IllegalArgumentException("this node speaks protocol " + VERSION + " only");
        }
        return new Envelope(
                json.text("cluster"),
                new Node(NodeId.of(json.text("node")), Incarnation.parse(json.text("incarnation"))),
                StateId.parse(json.text("mark")),
                Address.parse(json.text("address")),
                json.number("number"),
                MembershipJson.stamp(json),
                json.list("messages", Envelope.MAX_MESSAGES, MessageJson::message));
    }

    private static ObjectNode write(BullyMessage message) {
        Writer writer = new Writer();
        message.deliverTo(writer, NOBODY);
        return writer.json;
    }

    /** Writes a message of each kind; a new kind of message does not compile until it is written. */
    private static final class Writer implements BullyMessage.Handler {
        private ObjectNode json = StrictJsonObject.object();

        @Override
        public void question(Node from, Question question) {
            json.put("kind", "question")
                    .put("election", question.election().value())
                    .put("priority", question.priority().value());
        }

        @Override
        public void precedence(Node from, Precedence precedence) {
            json.put("kind", "precedence")
                    .put("election", precedence.election().value())
                    .put("stance", precedence.stance().name());
        }

        @Override
        public void members(Node from, Members members) {
            json.put("kind", "members").set("membership", MembershipJson.write(members.membership()));
        }

        @Override
        public void stored(Node from, Stored stored) {
            json.put("kind", "stored")
                    .put("epoch", stored.membership().stamp().epoch().value())
                    .put("version", stored.membership().stamp().version())
                    .put("settled", stored.membership().settled())
                    .put("highest", stored.membership().highest().value())
                    .put("promised", stored.membership().promised().value());
        }

        @Override
        public void ballot(Node from, Ballot ballot) {
            json = VotingMessageJson.write(ballot.message());
        }
    }

    /** How much a message adds to an envelope. */
    static int bytes(BullyMessage message) {
        int comma = 1;
        return comma + StrictJsonObject.write(write(message)).getBytes(StandardCharsets.UTF_8).length;
    }

    private static BullyMessage message(StrictJsonObject json) {
        String kind = json.text("kind");
        return switch (kind) {
            case "question" -> new Question(json.election("election"), new Priority(json.small("priority")));
            case "precedence" ->
                new Precedence(json.election("election"), CandidateStatus.valueOf(json.text("stance")));
            case "members" -> new Members(MembershipJson.membership(json.object("membership")));
            case "stored" ->
                new Stored(new StoredMembership(
                        MembershipJson.stamp(json),
                        json.flag("settled"),
                        json.epoch("highest"),
                        json.epoch("promised")));
            default -> new Ballot(VotingMessageJson.read(kind, json));
        };
    }
}
