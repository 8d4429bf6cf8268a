// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer to a node's heartbeat.
 *
 * @param version of the state that the controller answered from: it has the registration of the node that asked
 * @param transfers the leads that it should hand on
 */
public record HeartbeatReply(long version, List<LeaderTransfer> transfers) {
    static byte[] write(List<LeaderTransfer> transfers) {
        FieldWriter out = new FieldWriter();
        transfers.forEach(it -> out.nested(
                1, in -> in.number(1, it.group().value()).text(2, it.to().value())));
        return out.toBytes();
    }

    static HeartbeatReply read(long version, byte[] from) {
        List<LeaderTransfer> transfers = new ArrayList<>();
        FieldReader in = new FieldReader(from);
        while (in.next()) {
            if (in.field() == 1) {
                transfers.add(transfer(in.nested()));
            }
        }
        return new HeartbeatReply(version, List.copyOf(transfers));
    }

    private static LeaderTransfer transfer(FieldReader in) {
        long group = 0;
        String to = "";
        while (in.next()) {
            switch (in.field()) {
                case 1 -> group = in.number();
                case 2 -> to = in.text();
                default -> {}
            }
        }
        return new LeaderTransfer(GroupId.of(group), NodeId.of(to));
    }
}
