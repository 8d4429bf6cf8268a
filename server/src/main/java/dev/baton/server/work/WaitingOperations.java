// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limits operations that may wait for a partition or another node, so that never all threads of the admin API wait,
 * with none left for other calls.
 */
final class WaitingOperations {
    static final int MAX = 16;

    private final Semaphore free = new Semaphore(MAX);

    /** @throws ApiException if too many wait already */
    <T> T perform(Supplier<T> operation) {
        if (!free.tryAcquire()) {
            throw new ApiException(
                    ApiError.TOO_MANY_REQUESTS, MAX + " changes of the work are under way: try again later");
        }
        try {
            return operation.get();
        } finally {
            free.release();
        }
    }
}
