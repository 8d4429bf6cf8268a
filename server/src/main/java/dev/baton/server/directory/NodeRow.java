// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

/** A node as it stands in the table; its beat is counted on as long as it lives. */
record NodeRow(String id, String incarnation, String admin, String zone, int weight, String version, long beat) {}
