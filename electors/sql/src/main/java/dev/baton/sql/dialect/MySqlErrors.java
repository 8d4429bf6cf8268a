// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.SQLException;
import java.util.Locale;

/** The error numbers that MySQL and MariaDB share. */
final class MySqlErrors {
    private MySqlErrors() {}

    static Failure failure(SQLException error) {
        return switch (error.getErrorCode()) {
            case 1213 -> Failure.BUSY;
            case 1205, 1969, 3024 -> Failure.LOCKED;
            case 1062 -> Failure.DUPLICATE;
            case 1836, 1792 -> Failure.READ_ONLY;
            // "The server is running with the --read-only option"; the number is shared with other options.
            case 1290 ->
                String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT).contains("read-only")
                        ? Failure.READ_ONLY
                        : Failure.UNKNOWN;
            case 1146, 1054 -> Failure.NO_SUCH_TABLE;
            case 1142, 1143, 1044 -> Failure.FORBIDDEN;
            default -> Failure.ofState(error);
        };
    }
}
