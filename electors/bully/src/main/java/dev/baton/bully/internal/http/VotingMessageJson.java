// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.Endpoints;
import dev.baton.Incarnation;
import dev.baton.Leader;
import dev.baton.Node;
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
        if (message instanceof PreVote question) {
            return about("preVote", question)
                    .put("token", question.token().toString())
                    .put("leaseMillis", question.lease().toMillis())
                    .put("size", question.size());
        } else if (message instanceof Ask ask) {
            return about("ask", ask)
                    .put("token", ask.token().toString())
                    .put("epoch", ask.epoch().value())
                    .put("leaseMillis", ask.lease().toMillis())
                    .put("size", ask.size());
        } else if (message instanceof Vote vote) {
            return about("vote", vote)
                    .put("token", vote.token().toString())
                    .put("answer", vote.answer().name())
                    .put("highest", vote.highest().value())
                    .put("size", vote.size());
        } else if (message instanceof Renew renew) {
            ObjectNode json = about("renew", renew)
                    .put("token", renew.token().toString())
                    .put("number", renew.number())
                    .put("leaseMillis", renew.lease().toMillis())
                    .put("size", renew.size())
                    .put("priority", renew.priority().value());
            json.set("leader", write(renew.leader()));
            return json;
        } else if (message instanceof Renewed renewed) {
            return about("renewed", renewed)
                    .put("token", renewed.token().toString())
                    .put("number", renewed.number())
                    .put("promised", renewed.promised())
                    .put("size", renewed.size());
        } else if (message instanceof Release release) {
            ObjectNode json =
                    about("release", release).put("token", release.token().toString());
            release.successor().ifPresent(successor -> json.put("successor", successor.value()));
            json.set("leader", write(release.leader()));
            return json;
        } else if (message instanceof Cancel cancel) {
            return about("cancel", cancel).put("token", cancel.token().toString());
        } else if (message instanceof Verdict verdict) {
            ObjectNode json =
                    about("verdict", verdict).put("loser", verdict.loser().toString());
            verdict.successor().ifPresent(successor -> json.put("successor", successor.value()));
            return json;
        } else if (message instanceof Claim claim) {
            return about("claim", claim)
                    .put("token", claim.token().toString())
                    .put("priority", claim.priority().value());
        }
        throw new IllegalArgumentException("a kind of message that cannot be written");
    }

    private static ObjectNode about(String kind, VotingMessage message) {
        return MessageJson.kind(kind).put("election", message.election().value());
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
