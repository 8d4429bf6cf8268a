// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.util.Locale;

/** Makes up the id of a node that was given none. */
final class NodeIds {
    private static final int MAX_HOST = 100;

    private NodeIds() {}

    /** The host's name as the grammar of ids allows it, and the process: unique among replicas of a host as well. */
    static String of(String host, long pid) {
        String plain = host.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
        String shortened =
                plain.substring(0, Math.min(plain.length(), MAX_HOST)).replaceAll("^[.-]+|[.-]+$", "");
        return (shortened.isEmpty() ? "node" : shortened) + "-" + pid;
    }
}
