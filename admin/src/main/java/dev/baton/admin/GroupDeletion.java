// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import org.jspecify.annotations.Nullable;

/** Deletes a consumer group and its offsets. */
public record GroupDeletion(
        @FieldDoc(required = true) @Nullable String group) {
    /** What came of it. */
    public record Deleted(
            String group,
            @FieldDoc("the node that coordinated it") String coordinator,
            @FieldDoc("a sentence") String outcome) {}
}
