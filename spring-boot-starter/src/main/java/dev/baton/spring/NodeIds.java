// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.NodeId;
import java.util.Locale;

/** Chooses an id for a node that was given none, and refuses an invalid one. */
final class NodeIds {
    private static final int MAX_HOST = 100;

    private NodeIds() {}

    /** The host's name as the grammar of ids allows it, and the process: unique among replicas of a host as well. */
    static String of(String host, long pid) {
        String shortened = plain(host);
        return (shortened.isEmpty() ? "node" : shortened) + "-" + pid;
    }

    /** Passes if {@code baton.node} is the id of a node. */
    static String check(String node) {
        try {
            return NodeId.of(node).value();
        } catch (IllegalArgumentException refused) {
            String host = plain(node);
            throw new SetupException(
                    "baton.node is refused: " + refused.getMessage() + ".",
                    "Set baton.node to an id in lower case"
                            + (host.isEmpty() ? "." : ", such as " + host + ".")
                            + " Where it is the name of the host, set the variable BATON_NODE to that name in lower case.");
        }
    }

    private static String plain(String host) {
        String plain = host.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
        return plain.substring(0, Math.min(plain.length(), MAX_HOST)).replaceAll("^[.-]+|[.-]+$", "");
    }
}
