// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.Lanes;
import java.security.SecureRandom;

/** What an elector is started with, for tests of an elector without a node around it. */
public final class TestContext {
    private TestContext() {}

    /** A new start of a node; a fault is an error of the test. */
    public static ElectorContext of(String id, Lanes lanes) {
        Node node = new Node(NodeId.of(id), Incarnation.random(new SecureRandom()));
        return new ElectorContext(node, lanes, (what, cause) -> {
            throw new AssertionError(what, cause);
        });
    }
}
