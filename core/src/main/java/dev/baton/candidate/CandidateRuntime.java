// SPDX-License-Identifier: Apache-2.0
package dev.baton.candidate;

import dev.baton.core.FaultHandler;
import dev.baton.duty.DutyCalls;
import dev.baton.runtime.Lanes;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What candidates run on; shared by all candidates of a process.
 *
 * @param listenerQueues makes a serial executor for the listeners of one candidate
 */
public record CandidateRuntime(Lanes lanes, DutyCalls calls, Supplier<Executor> listenerQueues, FaultHandler faults) {}
