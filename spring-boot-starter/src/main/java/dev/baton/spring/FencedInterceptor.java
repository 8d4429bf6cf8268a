// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Leadership;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Enlists the leadership of a fenced method in the transaction that was begun around it. */
final class FencedInterceptor implements MethodInterceptor {
    private final Supplier<Elections> elections;
    private final Supplier<TransactionFence> fence;

    FencedInterceptor(Supplier<Elections> elections, Supplier<TransactionFence> fence) {
        this.elections = elections;
        this.fence = fence;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        String election =
                AnnotatedMethods.of(Fenced.class, call).map(Fenced::value).orElseThrow();
        fence.get().enlist(leadership(election, call));
        return call.proceed();
    }

    private Leadership leadership(String election, MethodInvocation call) {
        return election.isEmpty()
                ? elections
                        .get()
                        .current()
                        .orElseThrow(() -> new IllegalStateException("@Fenced on " + call.getMethod()
                                + " names no election, and is not called by a @LeaderOnly method"))
                : elections.get().require(election);
    }
}
