// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.commands;

import dev.baton.commands.CommandSettings;
import java.util.Optional;

/**
 * The plan of this node's command server.
 *
 * @param election whose leader answers
 * @param advertise the address to which clients are redirected, if it differs from the bound one
 */
public record CommandPlan(String election, CommandSettings settings, Optional<String> advertise) {}
