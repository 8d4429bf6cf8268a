// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.part;

import dev.baton.CandidateSettings;
import dev.baton.ElectionName;
import java.util.List;

/**
 * An election that a node stands in, and what it does when it leads.
 *
 * @param position its place in {@code elections}, for further keys of it
 * @param duties by name
 */
public record ElectionPlan(int position, ElectionName name, CandidateSettings settings, List<String> duties) {}
