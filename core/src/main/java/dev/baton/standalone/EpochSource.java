// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.UnavailableException;
import java.util.Collection;
import java.util.Map;

/** Supplies the epochs of a node that decides alone. May block: {@link EpochWriter} calls it. */
interface EpochSource extends AutoCloseable {
    /**
     * The next epoch of each election, above every one returned before, in one write.
     *
     * @throws UnavailableException if they cannot be stored; then none is used
     */
    Map<ElectionName, Epoch> next(Collection<ElectionName> elections);

    @Override
    void close();
}
