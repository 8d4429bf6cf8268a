// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.server;

import dev.baton.architecture.broken.sql.KnowsTheServer;

/** Allowed: the server knows everyone. */
public record Server(KnowsTheServer elector) {}
