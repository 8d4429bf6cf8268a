// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.SQLException;
import java.util.List;

/** What a database tells a connection without being asked: the notices that nodes have it pass on. */
public interface Notifications {
    /**
     * Those that have arrived since the last call; sends nothing, and waits for a few milliseconds at most.
     *
     * @throws SQLException also if the server has closed the connection
     */
    List<String> take() throws SQLException;

    /** Ends it, so that the connection is as before. */
    void stop() throws SQLException;
}
