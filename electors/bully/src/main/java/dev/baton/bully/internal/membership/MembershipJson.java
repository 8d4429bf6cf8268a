// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.json.StrictJsonObject;
import dev.baton.spi.Priority;

/** Memberships and members as JSON, on the way and in the state folder. */
public final class MembershipJson {
    private static final int MAX_DEPARTED = 32;

    private MembershipJson() {}

    public static ObjectNode write(Membership membership) {
        ObjectNode json = StrictJsonObject.object()
                .put("cluster", membership.cluster())
                .put("epoch", membership.stamp().epoch().value())
                .put("version", membership.stamp().version())
                .put("floor", membership.floor().value());
        ArrayNode members = json.putArray("members");
        membership.members().forEach(member -> members.add(write(member)));
        ArrayNode departed = json.putArray("departed");
        membership
                .departed()
                .forEach(gone -> departed.add(StrictJsonObject.object()
                        .put("node", gone.id().value())
                        .put("mark", gone.mark().toString())
                        .put("cause", gone.cause().name())));
        return json;
    }

    public static Membership membership(StrictJsonObject json) {
        return new Membership(
                json.text("cluster"),
                stamp(json),
                json.epoch("floor"),
                json.list("members", Membership.MAX_MEMBERS, MembershipJson::member),
                json.list(
                        "departed",
                        MAX_DEPARTED,
                        gone -> new FormerMember(
                                NodeId.of(gone.text("node")),
                                StateId.parse(gone.text("mark")),
                                FormerMember.Cause.valueOf(gone.text("cause")))));
    }

    /** The version of a membership, one after which there are others. */
    public static MembershipVersion stamp(StrictJsonObject json) {
        MembershipVersion stamp = new MembershipVersion(json.epoch("epoch"), json.number("version"));
        if (stamp.version() > MembershipVersion.HIGHEST_VERSION) {
            throw new IllegalArgumentException("\"version\" is not a valid version");
        }
        return stamp;
    }

    public static ObjectNode write(BullyMember member) {
        return StrictJsonObject.object()
                .put("node", member.id().value())
                .put("mark", member.mark().toString())
                .put("address", member.address().toString())
                .put("priority", member.priority().value())
                .put("part", member.part().name());
    }

    public static BullyMember member(StrictJsonObject json) {
        return new BullyMember(
                NodeId.of(json.text("node")),
                StateId.parse(json.text("mark")),
                Address.parse(json.text("address")),
                new Priority(json.small("priority")),
                MemberRole.valueOf(json.text("part")));
    }
}
