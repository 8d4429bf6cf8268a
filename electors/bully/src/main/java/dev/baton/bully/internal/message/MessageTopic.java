// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

/** What a request between nodes is about. All messages of a request have one topic; what is said in answer may have any. */
public enum MessageTopic {
    /** Votes: who stands, who would promise, and who does. */
    ELECTION("/election"),
    /** Who leads: a leadership that was won, one that has ended, and the members as their leader has them. */
    COORDINATOR("/coordinator"),
    /** Renewals of a leadership, and what is said to them. */
    HEARTBEAT("/heartbeat");

    private final String path;

    MessageTopic(String path) {
        this.path = path;
    }

    /** The path of the HTTP requests that carry it. */
    public String path() {
        return path;
    }
}
