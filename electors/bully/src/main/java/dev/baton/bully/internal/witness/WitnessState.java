// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.bully.internal.json.StrictJsonObject;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipJson;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.spi.lease.LeaseToken;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All that a witness in a database remembers. Instants are milliseconds on the database's clock. Never changed in place.
 *
 * @param settledFrom until when what was promised before the membership was stored may hold
 * @param over attempts that have ended, the latest at the end, since a question may be overtaken by its own cancellation
 */
public record WitnessState(
        StateId mark,
        Membership membership,
        long settledFrom,
        Map<ElectionName, Promised> promises,
        List<LeaseToken> over) {
    static final int MAX_ELECTIONS = 1_000;
    static final int MAX_ENDED_ATTEMPTS = 64;

    /**
     * The last promise in an election.
     *
     * @param highest no epoch up to this one is promised again to any node
     */
    public record Promised(Epoch highest, LeaseToken token, long until) {
        boolean isLive(long now) {
            return now < until;
        }
    }

    public WitnessState {
        promises = Map.copyOf(promises);
        over = List.copyOf(over);
    }

    /** A witness that has promised nothing yet. */
    static WitnessState begun(StateId mark, Membership formed, long now) {
        return new WitnessState(mark, formed, now, Map.of(), List.of());
    }

    Epoch highest(ElectionName election) {
        Promised promise = promises.get(election);
        return promise == null ? Epoch.NONE : promise.highest();
    }

    Epoch highest() {
        return promises.values().stream().map(Promised::highest).reduce(membership.floor(), Epoch::max);
    }

    public String write() {
        ObjectNode json = StrictJsonObject.object().put("mark", mark.toString()).put("settledFrom", settledFrom);
        json.set("membership", MembershipJson.write(membership));
        ArrayNode given = json.putArray("promises");
        promises.forEach((election, promise) -> given.add(StrictJsonObject.object()
                .put("election", election.value())
                .put("highest", promise.highest().value())
                .put("token", promise.token().toString())
                .put("until", promise.until())));
        ArrayNode ended = json.putArray("over");
        over.forEach(token -> ended.add(StrictJsonObject.object().put("token", token.toString())));
        return StrictJsonObject.write(json);
    }

    /** @throws IllegalArgumentException if it is damaged */
    public static WitnessState read(String text) {
        StrictJsonObject json = StrictJsonObject.parse(text);
        return new WitnessState(
                StateId.parse(json.text("mark")),
                MembershipJson.membership(json.object("membership")),
                json.number("settledFrom"),
                json.list("promises", MAX_ELECTIONS, promise -> promise).stream()
                        .collect(Collectors.toMap(
                                promise -> promise.election("election"),
                                promise -> new Promised(
                                        promise.epoch("highest"),
                                        LeaseToken.parse(promise.text("token")),
                                        promise.number("until")))),
                json.list("over", MAX_ENDED_ATTEMPTS, token -> LeaseToken.parse(token.text("token"))));
    }
}
