// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A duty on a node. */
public record DutyView(
        String name,
        String election,
        String node,
        String state,
        @Nullable Long epoch,
        int restarts,
        Instant since,
        @Nullable String lastError) {}
