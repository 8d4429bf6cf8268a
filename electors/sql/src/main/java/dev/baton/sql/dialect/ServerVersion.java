// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of a database server, as far as it matters here. */
public record ServerVersion(int major, int minor) implements Comparable<ServerVersion> {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})");
    /** MariaDB puts this before its own version, for the sake of old replicas. */
    private static final String COMPATIBLE = "5.5.5-";

    public static ServerVersion parse(String text) {
        Matcher numbers = NUMBERS.matcher(text.startsWith(COMPATIBLE) ? text.substring(COMPATIBLE.length()) : text);
        if (!numbers.find()) {
            return new ServerVersion(0, 0);
        }
        return new ServerVersion(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
    }

    @Override
    public int compareTo(ServerVersion other) {
        return major == other.major ? Integer.compare(minor, other.minor) : Integer.compare(major, other.major);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
