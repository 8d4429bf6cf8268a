// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to change when an application uses Baton wrongly. */
final class SetupFailureAnalyzer extends AbstractFailureAnalyzer<SetupException> {
    @Override
    protected FailureAnalysis analyze(Throwable root, SetupException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
    }
}
