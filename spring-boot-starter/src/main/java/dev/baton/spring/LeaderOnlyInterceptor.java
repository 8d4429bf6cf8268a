// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a leader-only method through the gate of its election, or leaves it out. */
final class LeaderOnlyInterceptor implements MethodInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderOnlyInterceptor.class);

    private final Supplier<Elections> elections;

    LeaderOnlyInterceptor(Supplier<Elections> elections) {
        this.elections = elections;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        String election = AnnotatedMethods.of(LeaderOnly.class, call)
                .map(LeaderOnly::value)
                .orElseThrow();
        AtomicReference<@Nullable Object> answer = new AtomicReference<>();
        if (!elections.get().run(election, () -> answer.set(call.proceed()))) {
            if (CallerRules.isAnswered(AnnotatedMethods.called(call))) {
                throw elections.get().notLeader(election);
            }
            LOG.debug("left out {}: this node does not lead {}", call.getMethod(), election);
        }
        return answer.get();
    }
}
