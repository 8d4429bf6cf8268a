// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.NodeId;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Chooses an id for a node that was given none, and refuses an invalid one. */
final class NodeIds {
    private static final int MAX_HOST = 100;

    /** Those of the nodes that this process runs now, where it chose them. */
    private static final Set<String> TAKEN = ConcurrentHashMap.newKeySet();

    private NodeIds() {}

    /** The host's name as the grammar of ids allows it, and the process: unique among replicas of a host as well. */
    static String of(String host, long pid) {
        String shortened = plain(host);
        return (shortened.isEmpty() ? "node" : shortened) + "-" + pid;
    }

    /**
     * The same, and unique among the nodes of this process as well, as where tests keep several applications. To be given
     * back once its node is closed.
     */
    static String take(String host, long pid) {
        String first = of(host, pid);
        String id = first;
        for (int number = 2; !TAKEN.add(id); number++) {
            id = first + "-" + number;
        }
        return id;
    }

    /** Has no effect on an id that was configured. */
    static void giveBack(String id) {
        TAKEN.remove(id);
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
