// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build. */
public final class Version {
    private static final String FILE = "version.properties";

    private Version() {}

    public static String current() {
        try (InputStream in = Version.class.getResourceAsStream(FILE)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "unknown");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
