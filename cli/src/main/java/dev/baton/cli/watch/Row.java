// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

/** Something that the cursor can be on. It is known by its name, so that the cursor stays on it when others come and go. */
record Row(Kind kind, String name) {
    /** What it is. */
    enum Kind {
        ELECTION,
        NODE,
        CANDIDATE
    }
}
