// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.Endpoints;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.internal.json.StrictJsonObject;
import dev.baton.quorum.VotingMessage;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.Claim;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the voting itself needs, as JSON. */
final class VotingMessageJson {
    private static final Duration MAX_LEASE = Duration.ofDays(1);

    private VotingMessageJson() {}

    static ObjectNode write(VotingMessage message) {
        Writer writer = new Writer();
        message.deliverTo(writer);
        return writer.json;
    }

    /** Writes a message of each kind; a new kind of message does not compile until it is written. */
    private static final class Writer implements VotingMessage.Handler {
        private final ObjectNode json = StrictJsonObject.object();

        private ObjectNode about(String kind, VotingMessage message) {
            return json.put("kind", kind).put("election", message.election().value());
        }

        @Override
        public void preVote(PreVote question) {
            about("preVote", question)
                    .put("token", question.token().toString())
                    .put("leaseMillis", question.lease().toMillis())
                    .put("size", question.size());
        }

        @Override
        public void ask(Ask ask) {
            about("ask", ask)
                    .put("token", ask.token().toString())
                    .put("epoch", ask.epoch().value())
                    .put("leaseMillis", ask.lease().toMillis())
                    .put("size", ask.size());
        }

        @Override
        public void vote(Vote vote) {
            about("vote", vote)
                    .put("token", vote.token().toString())
                    .put("answer", vote.answer().name())
                    .put("highest", vote.highest().value())
                    .put("size", vote.size());
        }

        @Override
        public void renew(Renew renew) {
            about("renew", renew)
                    .put("token", renew.token().toString())
                    .put("number", renew.number())
                    .put("leaseMillis", renew.lease().toMillis())
                    .put("size", renew.size())
                    .put("priority", renew.priority().value())
                    .set("leader", VotingMessageJson.write(renew.leader()));
        }

        @Override
        public void renewed(Renewed renewed) {
            about("renewed", renewed)
                    .put("token", renewed.token().toString())
                    .put("number", renewed.number())
                    .put("promised", renewed.promised())
                    .put("size", renewed.size());
        }

        @Override
        public void release(Release release) {
            about("release", release).put("token", release.token().toString());
            successor(release.successor());
            json.set("leader", VotingMessageJson.write(release.leader()));
        }

        @Override
        public void cancel(Cancel cancel) {
            about("cancel", cancel).put("token", cancel.token().toString());
        }

        @Override
        public void verdict(Verdict verdict) {
            about("verdict", verdict).put("loser", verdict.loser().toString());
            successor(verdict.successor());
        }

        @Override
        public void claim(Claim claim) {
            about("claim", claim)
                    .put("token", claim.token().toString())
                    .put("priority", claim.priority().value());
        }

        private void successor(Optional<NodeId> successor) {
            successor.ifPresent(node -> json.put("successor", node.value()));
        }
    }

    static VotingMessage read(String kind, StrictJsonObject json) {
        return switch (kind) {
            case "preVote" -> new PreVote(json.election("election"), token(json), lease(json), json.small("size"));
            case "ask" ->
                new Ask(json.election("election"), token(json), json.epoch("epoch"), lease(json), json.small("size"));
            case "vote" ->
                new Vote(
                        json.election("election"),
                        token(json),
                        Answer.valueOf(json.text("answer")),
                        json.epoch("highest"),
                        json.small("size"));
            case "renew" ->
                new Renew(
                        leader(json),
                        token(json),
                        json.number("number"),
                        lease(json),
                        json.small("size"),
                        priority(json));
            case "renewed" ->
                new Renewed(
                        json.election("election"),
                        token(json),
                        json.number("number"),
                        json.flag("promised"),
                        json.small("size"));
            case "release" -> new Release(leader(json), token(json), successor(json));
            case "cancel" -> new Cancel(json.election("election"), token(json));
            case "verdict" ->
                new Verdict(json.election("election"), LeaseToken.parse(json.text("loser")), successor(json));
            case "claim" -> new Claim(json.election("election"), token(json), priority(json));
            default -> throw new IllegalArgumentException("an unknown kind of message");
        };
    }

    private static LeaseToken token(StrictJsonObject json) {
        return LeaseToken.parse(json.text("token"));
    }

    private static Priority priority(StrictJsonObject json) {
        return new Priority(json.small("priority"));
    }

    private static Duration lease(StrictJsonObject json) {
        long millis = json.number("leaseMillis");
        if (millis < 1 || millis > MAX_LEASE.toMillis()) {
            throw new IllegalArgumentException("a lease lasts from 1 ms to " + MAX_LEASE.toHours() + " h");
        }
        return Duration.ofMillis(millis);
    }

    private static Optional<NodeId> successor(StrictJsonObject json) {
        return json.has("successor") ? Optional.of(NodeId.of(json.text("successor"))) : Optional.empty();
    }

    private static ObjectNode write(Leader leader) {
        ObjectNode json = StrictJsonObject.object()
                .put("node", leader.node().id().value())
                .put("incarnation", leader.node().incarnation().toString())
                .put("epoch", leader.epoch().value());
        ObjectNode endpoints = json.putObject("endpoints");
        leader.endpoints().byPurpose().forEach(endpoints::put);
        return json;
    }

    private static Leader leader(StrictJsonObject message) {
        StrictJsonObject json = message.object("leader");
        StrictJsonObject endpoints = json.object("endpoints");
        Map<String, String> byPurpose = new HashMap<>();
        endpoints.names().forEach(name -> byPurpose.put(name, endpoints.text(name)));
        return new Leader(
                message.election("election"),
                new Node(NodeId.of(json.text("node")), Incarnation.parse(json.text("incarnation"))),
                json.epoch("epoch"),
                new Endpoints(byPurpose));
    }
}
