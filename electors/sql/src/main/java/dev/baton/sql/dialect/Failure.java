// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.SQLException;
import java.util.Set;

/** What an error of the database means for the statement that met it. */
public enum Failure {
    /** Chosen as the victim of a deadlock or a serialization conflict: nothing happened, try again. */
    BUSY,
    /** Somebody held a lock for too long: nothing happened. */
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

    private static final Set<String> BUSY_STATES = Set.of("40001", "40P01");
    private static final Set<String> NO_TABLE_STATES = Set.of("42S02", "42P01", "42S04", "3F000", "42S22", "42703");

    /** What the SQLSTATE says; a dialect adds what only the vendor's code tells. */
    static Failure ofState(SQLException error) {
        String state = error.getSQLState();
        if (state == null) {
            return UNKNOWN;
        }
        if (BUSY_STATES.contains(state)) {
            return BUSY;
        }
        if (state.equals("25006")) {
            return READ_ONLY;
        }
        if (state.equals("23505")) {
            return DUPLICATE;
        }
        if (NO_TABLE_STATES.contains(state)) {
            return NO_SUCH_TABLE;
        }
        return state.equals("42501") ? FORBIDDEN : UNKNOWN;
    }
}
