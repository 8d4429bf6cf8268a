// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import dev.baton.Duty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A duty on a node. */
public record DutyView(
        String name,
        String election,
        String node,
        @FieldDoc(oneOf = Duty.State.class) String state,
        @Nullable Long epoch,
        int restarts,
        Instant since,
        @Nullable String lastError) {}
