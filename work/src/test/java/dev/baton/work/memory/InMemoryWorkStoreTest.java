// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.memory;

import dev.baton.work.WorkStore;
import dev.baton.work.WorkStoreContract;

class InMemoryWorkStoreTest extends WorkStoreContract {
    @Override
    protected WorkStore newStore() {
        return new InMemoryWorkStore();
    }
}
