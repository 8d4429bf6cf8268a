// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.Candidate;
import dev.baton.spi.Priority;

/** This node's candidate in an election, and what was observed of it. */
public record CandidateSummary(Candidate candidate, Priority priority, ElectionWatch watch) {}
