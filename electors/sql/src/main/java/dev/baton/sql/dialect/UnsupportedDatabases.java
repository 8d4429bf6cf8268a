// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Products that answer as PostgreSQL or MySQL and are not. A lease needs one clock to compare its expiry with, and row
 * locks that a fence can hold. Theirs is the clock of whichever of their servers runs the statement, and their locks
 * are other ones ({@code FOR SHARE} may do nothing at all).
 */
final class UnsupportedDatabases {
    /** The name of each, by what its version says. */
    private static final Map<String, String> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put("CockroachDB", "CockroachDB");
        NAMES.put("-YB-", "YugabyteDB");
        NAMES.put("Yugabyte", "YugabyteDB");
        NAMES.put("TiDB", "TiDB");
        NAMES.put("OceanBase", "OceanBase");
        NAMES.put("Vitess", "Vitess");
        NAMES.put("Materialize", "Materialize");
        NAMES.put("Redshift", "Redshift");
        NAMES.put("Greenplum", "Greenplum");
    }

    private UnsupportedDatabases() {}

    /** The product behind a version, if it is one of these. */
    static Optional<String> find(String version) {
        return NAMES.entrySet().stream()
                .filter(it -> version.contains(it.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
