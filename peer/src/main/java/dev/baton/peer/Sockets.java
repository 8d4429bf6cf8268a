// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.io.IOException;
import java.nio.channels.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what may be closed already. */
final class Sockets {
    private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

    private Sockets() {}

    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException gone) {
            LOG.debug("closing {}", channel, gone);
        }
    }
}
