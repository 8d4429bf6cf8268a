// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.log;

/** How much is logged. */
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG
}
