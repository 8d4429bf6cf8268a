// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.ExitCode;
import dev.baton.cli.Json;
import dev.baton.cli.client.AdminClient;
import dev.baton.cli.client.ElectionInfo;
import dev.baton.cli.client.ElectionInfo.LeaderInfo;
import dev.baton.cli.screen.Plain;
import java.time.Duration;

/**
 * Something done to an election, as it was seen: the epoch goes along, so that a leadership which began since then is
 * left alone.
 */
record Operation(AdminClient client, String election, LeaderInfo leader) {
    /** A hand-over stops the duties first. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** @throws CommandFailure if nobody leads, for then there is no leadership to refer to */
    static Operation on(String election, AdminClient client) {
        ElectionInfo seen = client.get("/api/v1/elections/" + AdminClient.segment(election), ElectionInfo.class);
        LeaderInfo leader = seen.leader();
        if (leader == null) {
            throw new CommandFailure(ExitCode.NOT_THERE, "NO_LEADER", "nobody leads " + Plain.text(election));
        }
        return new Operation(client, election, leader);
    }

    String description() {
        return Plain.text(leader.node() + " leads " + election + " under epoch " + leader.epoch());
    }

    JsonNode perform(String verb, ObjectNode details) {
        ObjectNode body = Json.object().put("epoch", leader.epoch());
        body.setAll(details);
        return client.post("/api/v1/elections/" + AdminClient.segment(election) + "/" + verb, body, PATIENCE);
    }
}
