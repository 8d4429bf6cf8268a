// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.sql.TableNames;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A whole statement with named parameters. A collection fills a place with as many parameters as it has elements; a
 * collection of lists, with as many rows; {@link Cases}, with as many branches of a {@code CASE}. Tables carry their
 * default names, which {@link #with(TableNames)} replaces.
 */
public final class SqlText {
    private static final Pattern NAME = Pattern.compile(":([a-z]+)");
    private static final Pattern DEFAULTS = Pattern.compile("\\bbaton_lease\\b|\\bbaton_fence\\b|:cluster\\b");

    private final String text;

    /** Values by key, as the branches of a {@code CASE}. */
    public record Cases(List<? extends List<?>> branches) {}

    public SqlText(String text) {
        this.text = text;
    }

    /** The same with these names in place of the default ones, and the cluster's in place of {@code :cluster}. */
    public SqlText with(TableNames tables) {
        return new SqlText(withNames(text, tables));
    }

    static String withNames(String text, TableNames tables) {
        Map<String, String> names = Map.of(
                "baton_lease", tables.lease(), "baton_fence", tables.fence(), ":cluster", "'" + tables.cluster() + "'");
        return DEFAULTS.matcher(text).replaceAll(found -> names.get(found.group()));
    }

    /** Prepares the statement with all its parameters set. */
    public PreparedStatement prepare(Connection connection, Map<String, ?> parameters) throws SQLException {
        List<Object> values = new ArrayList<>();
        Matcher names = NAME.matcher(text);
        StringBuilder positional = new StringBuilder();
        while (names.find()) {
            Object value = parameters.get(names.group(1));
            if (value == null) {
                throw new IllegalArgumentException("no value for :" + names.group(1));
            }
            names.appendReplacement(positional, places(value));
            collect(value, values);
        }
        names.appendTail(positional);
        PreparedStatement statement = connection.prepareStatement(positional.toString());
        try {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
        } catch (SQLException | RuntimeException refused) {
            statement.close();
            throw refused;
        }
        return statement;
    }

    private static String places(Object value) {
        if (value instanceof Cases cases) {
            return "WHEN ? THEN ? ".repeat(cases.branches().size());
        }
        if (value instanceof Collection<?> elements) {
            List<String> places = new ArrayList<>();
            for (Object element : elements) {
                places.add(element instanceof List<?> ? "(" + places(element) + ")" : "?");
            }
            return String.join(", ", places);
        }
        return "?";
    }

    private static void collect(Object value, List<Object> into) {
        if (value instanceof Cases cases) {
            collect(cases.branches(), into);
        } else if (value instanceof Collection<?> elements) {
            elements.forEach(element -> collect(element, into));
        } else {
            into.add(value);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
