// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs transactions that commit only while their leader has not been replaced. Within a transaction that is under way, it
 * takes part in that one, whose commit is then fenced. Any thread may use it.
 */
public final class FencedTransactionTemplate {
    private final TransactionTemplate transactions;
    private final TransactionFence fence;
    private final Elections elections;

    FencedTransactionTemplate(PlatformTransactionManager manager, TransactionFence fence, Elections elections) {
        this.transactions = new TransactionTemplate(manager);
        this.fence = fence;
        this.elections = elections;
    }

    /**
     * Runs {@code work} in a transaction under the leadership of the {@link LeaderOnly} method that this thread runs, or
     * else the one that this node holds now.
     *
     * @throws NotLeaderException if there is none, or it is over by this process's own clock; nothing was written
     * @throws FencedException if another leader was elected; nothing was written
     */
    public <T extends @Nullable Object> T execute(String election, TransactionCallback<T> work) {
        return execute(elections.require(election), work);
    }

    /** The same for work that returns nothing. */
    public void executeWithoutResult(String election, Consumer<TransactionStatus> work) {
        executeWithoutResult(elections.require(election), work);
    }

    /** Runs {@code work} in a transaction under a leadership, as in a {@link dev.baton.Duty}. */
    public <T extends @Nullable Object> T execute(Leadership leadership, TransactionCallback<T> work) {
        leadership.check();
        return transactions.execute(status -> {
            fence.enlist(leadership);
            return work.doInTransaction(status);
        });
    }

    /** The same for work that returns nothing. */
    public void executeWithoutResult(Leadership leadership, Consumer<TransactionStatus> work) {
        leadership.check();
        transactions.executeWithoutResult(status -> {
            fence.enlist(leadership);
            work.accept(status);
        });
    }
}
