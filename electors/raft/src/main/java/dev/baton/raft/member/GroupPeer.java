// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NodeId;
import org.apache.ratis.protocol.RaftPeer;

/**
 * A member as the group's configuration names it.
 *
 * @param id the node's id and its storage's, as in {@code orders-1@3f0c…}: a node whose disk is new is another member
 * @param authority host and port
 */
record GroupPeer(String id, String authority) {
    private static final char SEPARATOR = '@';

    static GroupPeer of(RaftPeer peer) {
        return new GroupPeer(peer.getId().toString(), peer.getAddress());
    }

    static String id(NodeId node, String storage) {
        return node.toString() + SEPARATOR + storage;
    }

    static NodeId node(String id) {
        return NodeId.of(id.substring(0, Math.max(0, id.indexOf(SEPARATOR))));
    }

    NodeId node() {
        return node(id);
    }

    RaftPeer ratis() {
        return RaftPeer.newBuilder().setId(id).setAddress(authority).build();
    }

    @Override
    public String toString() {
        return id + "=" + authority;
    }

    /** @throws IllegalArgumentException if it is not what {@link #toString} wrote */
    static GroupPeer parse(String text) {
        int end = text.indexOf('=');
        if (end < 0) {
            throw new IllegalArgumentException("\"" + text + "\" is not a member");
        }
        return new GroupPeer(text.substring(0, end), text.substring(end + 1));
    }
}
