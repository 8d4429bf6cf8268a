// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;

/** What an elector on a database stands on, for whoever checks it or elects there without a node. */
public record SqlGround(SqlDatabase database, SqlSettings settings) {}
