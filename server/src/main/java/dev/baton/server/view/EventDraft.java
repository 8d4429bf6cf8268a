// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import org.jspecify.annotations.Nullable;

/** An event for the {@link EventLog}, which adds time and number. */
public record EventDraft(
        String type,
        @Nullable String election,
        String node,
        @Nullable Long epoch,
        @Nullable String reason,
        @Nullable String duty,
        @Nullable String detail) {}
