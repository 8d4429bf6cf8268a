// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import org.jspecify.annotations.Nullable;

/** What is to be noted in the {@link EventLog}, which adds when and in which order. */
public record EventDraft(
        String type,
        @Nullable String election,
        String node,
        @Nullable Long epoch,
        @Nullable String reason,
        @Nullable String duty,
        @Nullable String detail) {}
