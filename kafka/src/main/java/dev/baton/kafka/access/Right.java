// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.access;

/** What a user may do with a topic. */
public enum Right {
    /** Fetch records, and commit the offsets of a group that the user may use. */
    READ,
    /** Append records. */
    WRITE,
    /** Create, change and delete topics, and delete records. */
    ADMIN
}
