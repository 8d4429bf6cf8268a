// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.FaultHandler;
import dev.baton.internal.duty.DutyCalls;
import dev.baton.internal.runtime.Watchdog;
import dev.baton.spi.Lanes;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What candidates need to run; shared by all candidates of a process.
 *
 * @param listenerQueues makes a serial executor for the listeners of one candidate
 * @param watchdog calls the fault handler if a candidate fails to do so
 * @param requests requests that are still open when the node ends
 */
public record CandidateRuntime(
        Lanes lanes,
        DutyCalls calls,
        Supplier<Executor> listenerQueues,
        FaultHandler faults,
        Watchdog watchdog,
        OpenRequests requests) {}
