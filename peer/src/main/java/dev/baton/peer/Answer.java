// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.core.Node;
import java.util.Optional;

/** Who answered at an address, proven by the shared secret, and what is known of the way there. */
record Answer(Node node, Path path, Optional<HostMark> host) {
    /**
     * Whether this answer proves that the process which gave {@code earlier} at the same address is gone: a later start
     * of the same node listens where the earlier one listened, and one network namespace has one listener per address.
     */
    boolean replaces(Answer earlier, RefusalProof policy) {
        boolean laterStart = node.id().equals(earlier.node.id()) && !node.equals(earlier.node);
        boolean direct = path != Path.INDIRECT && earlier.path != Path.INDIRECT;
        boolean sameHost = host.isPresent() && host.equals(earlier.host);
        // Without the marks an address that moved to another host looks the same, so the operator's word is needed.
        return laterStart && direct && (sameHost || policy == RefusalProof.DIRECT_NETWORK);
    }
}
