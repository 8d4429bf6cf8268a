// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;

/**
 * What an elector on a database stands on, for checking it, and for electing on it without a node.
 *
 * @param provesEnd whether others hear at once that the process is gone, by the peer channel
 */
public record SqlBackend(SqlDatabase database, SqlSettings settings, boolean provesEnd) {}
