// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.ConfigurationException;
import dev.baton.UnavailableException;
import java.util.function.Supplier;

/** What the electors that properties choose have in common. */
final class ElectorSelection {
    private ElectorSelection() {}

    /**
     * The id of a node that keeps something across restarts.
     *
     * @param elector what {@code baton.elector} calls it
     */
    static String lastingNode(BatonProperties properties, String elector) {
        String node = properties.node();
        if (node == null) {
            throw new SetupException(
                    "baton.elector=" + elector
                            + " keeps on disk what this node promised to others, and baton.node is not"
                            + " set: after a restart the node would be another one.",
                    "Set baton.node to an id that this replica has after a restart as well, as"
                            + " baton.node=${HOSTNAME} where hosts keep their names, and these are in lower case.");
        }
        return NodeIds.check(node);
    }

    /** Reads settings that are refused with a text of their own, and says which properties they come from. */
    static <T> T read(String prefix, Supplier<T> settings) {
        try {
            return settings.get();
        } catch (ConfigurationException analysed) {
            throw analysed;
        } catch (IllegalArgumentException refused) {
            throw new SetupException(
                    "The properties below " + prefix + " are refused: " + refused.getMessage() + ".",
                    "Correct what is named above; docs/spring.md has all properties.",
                    refused);
        }
    }

    /** A node that cannot start because something else is missing, such as a free port. */
    static SetupException unavailable(BatonProperties.ElectorKind elector, UnavailableException what) {
        String message = String.valueOf(what.getMessage());
        return new SetupException(
                "Baton's node cannot start: " + message + ".",
                message.startsWith("peer:")
                        ? "Free that port, or set baton.peer.bind to another one; with port 0 the system chooses."
                        : switch (elector) {
                            case SQL -> "See that the database can be reached: spring.datasource.url.";
                            case RAFT ->
                                "If it is about a port, free it or change baton.raft.bind; if about a folder,"
                                        + " baton.raft.state-folder.";
                            case REGISTRY ->
                                "If it is about a port, free it or change baton.registry.bind-port; if about a file,"
                                        + " baton.registry.state-file.";
                            case BULLY ->
                                "If it is about a port, free it or change baton.bully.bind; if about a cluster, set"
                                        + " baton.bully.join or baton.bully.form.";
                            case STANDALONE -> "Change what is named above.";
                        },
                what);
    }
}
