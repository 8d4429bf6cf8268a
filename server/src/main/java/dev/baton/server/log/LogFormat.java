// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.log;

/** The format of the log. */
public enum LogFormat {
    TEXT,
    JSON
}
