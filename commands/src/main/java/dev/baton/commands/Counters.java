// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

/** What has happened so far. Confined to the server's thread. */
final class Counters {
    long accepted;
    long turnedAway;
    long commands;
    long redirected;
    long failed;
    long disowned;
    long failedLogins;
    long cut;
    long published;
}
