// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.group;

/** More than an entry or a request may have. Nothing was written, and nothing will be, however often it is tried. */
public final class EntryTooLargeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public EntryTooLargeException(String message) {
        super(message);
    }
}
