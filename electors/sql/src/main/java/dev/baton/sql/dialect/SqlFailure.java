// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.SQLException;
import java.util.Map;

/** What an error of the database means for the statement that met it. */
public enum SqlFailure {
    /** Chosen as the victim of a deadlock or a serialization conflict: nothing happened, try again. */
    BUSY,
    /** It waited for a lock, or ran, for too long, and was given up by the server: nothing happened. */
    LOCKED,
    /** The server refuses writes, or is a replica. */
    READ_ONLY,
    /** The row is there already. */
    DUPLICATE,
    /** A table or column is missing. */
    NO_SUCH_TABLE,
    /** The user lacks a grant. */
    FORBIDDEN,
    /** Anything else; the outcome may be unknown, and the connection is not to be used again. */
    UNKNOWN;

    private static final Map<String, SqlFailure> BY_STATE = Map.ofEntries(
            Map.entry("40001", BUSY),
            Map.entry("40P01", BUSY),
            Map.entry("55P03", LOCKED),
            Map.entry("57014", LOCKED),
            Map.entry("25006", READ_ONLY),
            Map.entry("23505", DUPLICATE),
            Map.entry("42P01", NO_SUCH_TABLE),
            Map.entry("42703", NO_SUCH_TABLE),
            Map.entry("3F000", NO_SUCH_TABLE),
            Map.entry("42S02", NO_SUCH_TABLE),
            Map.entry("42S04", NO_SUCH_TABLE),
            Map.entry("42S22", NO_SUCH_TABLE),
            Map.entry("42501", FORBIDDEN));

    /** What the SQLSTATE says; a dialect adds what only the vendor's code tells. */
    static SqlFailure ofState(SQLException error) {
        String state = error.getSQLState();
        return state == null ? UNKNOWN : BY_STATE.getOrDefault(state, UNKNOWN);
    }
}
