// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.spi;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Blocks where its log does. */
final class LogsItself {
    private static final Logger LOG = LoggerFactory.getLogger(LogsItself.class);

    private LogsItself() {}

    static void log() {
        LOG.info("waits for the log");
    }
}
