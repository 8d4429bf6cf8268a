// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;

/**
 * The database of an elector, for checks, and for elections without a node.
 *
 * @param provesEnd whether others learn at once that the process is gone, by the peer channel
 */
public record SqlBackend(SqlDatabase database, SqlSettings settings, boolean provesEnd) {}
