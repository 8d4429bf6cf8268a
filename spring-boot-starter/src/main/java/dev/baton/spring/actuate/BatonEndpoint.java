// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.actuate;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.ElectionName;
import dev.baton.NodeId;
import dev.baton.spring.Elections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** {@code /actuator/baton}: this node and its elections; a {@code POST} to an election lets this node hand over. */
@Endpoint(id = "baton")
public final class BatonEndpoint {
    private final Baton baton;
    private final Elections elections;

    BatonEndpoint(Baton baton, Elections elections) {
        this.baton = baton;
        this.elections = elections;
    }

    /** This node and all of its elections. */
    @ReadOperation
    public NodeView node() {
        return new NodeView(
                baton.node().id().value(),
                baton.node().incarnation().toString(),
                baton.guarantee().statement(),
                elections.names().stream()
                        .map(ElectionName::value)
                        .sorted()
                        .flatMap(it -> elections.find(it).stream())
                        .map(ElectionDetails::of)
                        .toList());
    }

    /** One election; nothing if this node does not stand in it. */
    @ReadOperation
    public @Nullable ElectionDetails election(@Selector String election) {
        return candidate(election).map(ElectionDetails::of).orElse(null);
    }

    /**
     * Gives leadership up, in favour of {@code successor} if one is named. Answers with 202 at once; with 409 if this node
     * does not lead, with 404 if it does not stand in the election, and with 400 if the successor is not a node id.
     */
    @WriteOperation
    public WebEndpointResponse<@Nullable ElectionDetails> handOver(
            @Selector String election, @Nullable String successor) {
        Optional<Candidate> candidate = candidate(election);
        if (candidate.isEmpty()) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        ElectionDetails before = ElectionDetails.of(candidate.get());
        if (!before.leading()) {
            return new WebEndpointResponse<>(before, 409);
        }
        var unused =
                successor == null ? candidate.get().resign() : candidate.get().transferTo(node(successor));
        return new WebEndpointResponse<>(before, 202);
    }

    private static NodeId node(String id) {
        try {
            return NodeId.of(id);
        } catch (IllegalArgumentException refused) {
            throw new InvalidEndpointRequestException(
                    String.valueOf(refused.getMessage()), "successor is not the id of a node");
        }
    }

    private Optional<Candidate> candidate(String election) {
        return elections.names().stream()
                .map(ElectionName::value)
                .filter(election::equals)
                .findFirst()
                .flatMap(elections::find);
    }

    /**
     * This node.
     *
     * @param guarantee what its elector guarantees
     */
    public record NodeView(String node, String incarnation, String guarantee, List<ElectionDetails> elections) {}
}
