// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.doctor;

import java.util.function.BooleanSupplier;

/** Something that can be looked at before a node is started. */
@FunctionalInterface
public interface Check {
    /** @param running whether the node runs already: then its ports are taken, as they should be */
    Finding run(BooleanSupplier running);
}
