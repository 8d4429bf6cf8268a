// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.Lanes;
import java.security.SecureRandom;

/** Creates the context of an elector, for tests of an elector without a node. */
public final class TestContext {
    private TestContext() {}

    /** The context of a new start of a node; a fault fails the test. */
    public static ElectorContext of(String id, Lanes lanes) {
        Node node = new Node(NodeId.of(id), Incarnation.random(new SecureRandom()));
        return new ElectorContext(node, lanes, (what, cause) -> {
            throw new AssertionError(what, cause);
        });
    }
}
