// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import org.jspecify.annotations.Nullable;

/** A line of a history file that is not an event; nothing of the file can be relied on. */
public final class MalformedHistoryException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    MalformedHistoryException(String file, int line, String why, @Nullable Throwable cause) {
        super(file + " line " + line + ": " + why, cause);
    }
}
