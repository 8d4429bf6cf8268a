// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.Node.Incarnation;

/** Values that many tests need. */
public final class Sample {
    public static final ElectionName ORDERS = ElectionName.of("orders");
    public static final Node ALPHA = node("alpha", 0xa);
    public static final Node BETA = node("beta", 0xb);
    public static final Node GAMMA = node("gamma", 0xc);

    private Sample() {}

    public static Node node(String id, long incarnation) {
        return new Node(NodeId.of(id), new Incarnation(incarnation));
    }

    public static Leader leader(Node node, long epoch) {
        return new Leader(ORDERS, node, Epoch.of(epoch), Endpoints.NONE);
    }
}
