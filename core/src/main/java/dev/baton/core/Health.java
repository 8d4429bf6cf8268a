// SPDX-License-Identifier: Apache-2.0
package dev.baton.core;

import java.util.Objects;

/** Whether something is fit for its task and, if not, why. */
public record Health(boolean ok, String detail) {
    public static final Health OK = new Health(true, "ok");

    public Health {
        Objects.requireNonNull(detail, "detail");
    }

    public static Health bad(String detail) {
        return new Health(false, detail);
    }
}
