// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;

/** The outcome of a change of topics or nodes. */
public record ControllerOutcome(
        String operation,
        String subject,
        @FieldDoc("a sentence") String outcome) {
    /** The whole state of topics and nodes, to be kept in a file. */
    public record Saved(
            long version,

            @FieldDoc("in Base64; the content is internal to Baton")
            String state) {}

    /** What changed after a version. */
    public record Changes(
            @FieldDoc("ask for what comes after this next") long version,

            @FieldDoc("whether too much has changed to list: read everything again")
            boolean reset,

            List<ChangeReport> changes) {}

    /** Something that changed; look up what it has become. */
    public record ChangeReport(
            long version,
            String kind,
            @FieldDoc("the node, topic or group") String subject) {}
}
