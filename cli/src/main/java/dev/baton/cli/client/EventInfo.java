// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import org.jspecify.annotations.Nullable;

/** Something that happened, as the API tells it. */
public record EventInfo(
        long seq,
        @Nullable String at,
        @Nullable String type,
        @Nullable String election,
        @Nullable String node,
        @Nullable Long epoch,
        @Nullable String reason,
        @Nullable String duty,
        @Nullable String detail,
        @Nullable Long gapMs) {}
