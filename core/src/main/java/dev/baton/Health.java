// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.util.Objects;

/** Whether a node or a duty is fit for its task and, if not, why. */
public record Health(boolean ok, String detail) {
    public static final Health OK = new Health(true, "ok");

    public Health {
        Objects.requireNonNull(detail, "detail");
    }

    /** Unfit, with the reason. */
    public static Health bad(String detail) {
        return new Health(false, detail);
    }

    /** Checks regularly whether a node is fit to lead. May block for a while; an error or a hang counts as unfit. */
    @FunctionalInterface
    public interface Check {
        Health check() throws Exception;
    }
}
