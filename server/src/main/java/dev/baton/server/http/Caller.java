// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

/**
 * An authenticated caller.
 *
 * @param name for the audit log
 * @param node whether it is another node of the cluster
 */
record Caller(String name, Role role, boolean node) {}
