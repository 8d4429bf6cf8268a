// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.log;

/** How a line of the log is written. */
public enum LogFormat {
    TEXT,
    JSON
}
