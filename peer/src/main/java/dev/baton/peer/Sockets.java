// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.internal.runtime.AsyncLog;
import java.io.IOException;
import java.nio.channels.Channel;

/** Closes what may be closed already. */
final class Sockets {
    private static final AsyncLog LOG = AsyncLog.of(Sockets.class);

    private Sockets() {}

    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException gone) {
            LOG.debug("closing {}", channel, gone);
        }
    }
}
