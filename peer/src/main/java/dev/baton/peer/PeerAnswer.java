// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import java.util.Optional;

/**
 * The process that answered at an address, proven by the shared secret, and what is known about the path to it.
 *
 * @param lock the name of its {@link ProcessLock}, if it has one
 */
record PeerAnswer(Node node, NetworkPath route, Optional<HostMark> host, Optional<String> lock) {
    /**
     * Whether this answer proves that the process that gave {@code earlier} at the same address is gone: a later start
     * of the same node listens where the earlier one listened, and one network namespace has one listener per address.
     */
    boolean replaces(PeerAnswer earlier) {
        boolean laterStart = node.id().equals(earlier.node.id()) && !node.equals(earlier.node);
        boolean direct = route == NetworkPath.DIRECT && earlier.route == NetworkPath.DIRECT;
        // Without the marks, an address that moved to another host looks the same.
        return laterStart && direct && host.isPresent() && host.equals(earlier.host);
    }
}
