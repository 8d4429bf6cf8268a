// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.UnavailableException;

/** Where a node that decides alone takes its epochs from. */
interface EpochSource extends AutoCloseable {
    /**
     * The next epoch, above every one returned before.
     *
     * @throws UnavailableException if it cannot be made to last
     */
    Epoch next(ElectionName election);

    @Override
    void close();
}
