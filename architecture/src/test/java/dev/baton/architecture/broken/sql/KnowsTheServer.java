// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.sql;

import dev.baton.architecture.broken.server.Server;

/** Its arrow to the server is not on the map. */
public final class KnowsTheServer {
    public Server server() {
        return new Server(this);
    }
}
