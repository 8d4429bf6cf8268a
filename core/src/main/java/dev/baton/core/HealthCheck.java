// SPDX-License-Identifier: Apache-2.0
package dev.baton.core;

/** Asked now and then whether a node is fit to lead. May block for a while; an error or a hang counts as unfit. */
@FunctionalInterface
public interface HealthCheck {
    Health check() throws Exception;
}
