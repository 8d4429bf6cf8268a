// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.net.InetSocketAddress;
import java.util.Optional;

/** What is known of the way between two ends of an authenticated connection. */
enum Path {
    /** Both ends are sockets of one kernel in one network namespace. */
    SAME_HOST,
    /** Both ends see the same pair of addresses, so nothing in between translates them or speaks for the other end. */
    DIRECT,
    /** A proxy, port mapping or address translation is in between. */
    INDIRECT;

    /** The two ends of a connection, as one of them sees them. */
    record Ends(InetSocketAddress local, InetSocketAddress remote) {
        boolean mirror(Ends other) {
            return local.equals(other.remote) && remote.equals(other.local);
        }

        /** The kernel gives a connection to one of its own addresses that same address as source. */
        boolean stayInOneKernel() {
            return remote.getAddress().isLoopbackAddress()
                    || remote.getAddress().equals(local.getAddress());
        }
    }

    static Path between(Ends here, Optional<HostMark> ourMark, Ends there, Optional<HostMark> theirMark) {
        if (!here.mirror(there)) {
            return INDIRECT;
        }
        boolean oneKernel = ourMark.isPresent() && ourMark.equals(theirMark) && here.stayInOneKernel();
        return oneKernel ? SAME_HOST : DIRECT;
    }
}
