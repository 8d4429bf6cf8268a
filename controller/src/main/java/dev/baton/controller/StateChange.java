// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

/**
 * Something that changed, for those who watch: look up what it has become.
 *
 * @param version of the state with this change
 * @param subject the id of the node or group, or the name of the topic
 */
public record StateChange(long version, Kind kind, String subject) {
    /** What changed. */
    public enum Kind {
        NODE,
        NODE_REMOVED,
        TOPIC_CREATED,
        TOPIC_ALTERED,
        TOPIC_DELETED,
        LEADER,
        /** Everything may have. */
        ALL
    }
}
