// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.util.ClassUtils;

/** Refuses a pool of one connection, which Baton would keep: the application would wait for one forever. */
final class SmallPool {
    private static final boolean HIKARI =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", SmallPool.class.getClassLoader());

    private SmallPool() {}

    static void refuse(DataSource source) {
        if (HIKARI && Hikari.hasOneConnection(source)) {
            throw new SetupException(
                    "The pool of the DataSource has one connection, and Baton keeps one: none would be left for the"
                            + " application.",
                    "Set spring.datasource.hikari.maximum-pool-size to 2 or more: one more than the application uses at"
                            + " once.");
        }
    }

    /** A class of its own, for applications without Hikari. */
    private static final class Hikari {
        static boolean hasOneConnection(DataSource source) {
            try {
                return source.isWrapperFor(HikariDataSource.class)
                        && source.unwrap(HikariDataSource.class).getMaximumPoolSize() == 1;
            } catch (SQLException another) {
                return false;
            }
        }
    }
}
