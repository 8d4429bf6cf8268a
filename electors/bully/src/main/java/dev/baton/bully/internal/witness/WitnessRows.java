// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import java.sql.SQLException;
import java.util.Optional;

/** Where the row of a witness is kept. A row is replaced only as it was read. */
public interface WitnessRows {
    /**
     * @param version rises with every change
     * @param now the keeper's clock when the row was read, or earlier, in milliseconds
     */
    record Row(long version, String state, long now) {}

    /** Makes the place for the row, unless it is there. */
    void create() throws SQLException;

    /** The keeper's clock, in milliseconds. */
    long now() throws SQLException;

    Optional<Row> read() throws SQLException;

    /** @return whether the row is now the one that this call wrote; if not, it may have been for a moment */
    boolean insert(String state, String token) throws SQLException;

    /** @return whether the row is now the one that this call wrote; if not, it may have been for a moment */
    boolean replace(long version, String state, String token) throws SQLException;
}
