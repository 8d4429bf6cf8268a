// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.net.InetSocketAddress;

/** What is known about the path between the two ends of an authenticated connection. */
enum NetworkPath {
    /** Both ends see the same pair of addresses, so nothing in between translates them or speaks for the other end. */
    DIRECT,
    /** A proxy, port mapping or address translation is in between. */
    INDIRECT;

    /** The two ends of a connection, as one of them sees them. */
    record Ends(InetSocketAddress local, InetSocketAddress remote) {
        boolean mirror(Ends other) {
            return local.equals(other.remote) && remote.equals(other.local);
        }
    }

    static NetworkPath between(Ends here, Ends there) {
        return here.mirror(there) ? DIRECT : INDIRECT;
    }
}
