// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.commands;

import dev.baton.commands.CommandSettings;
import java.util.Optional;

/**
 * A command server that this node is to have.
 *
 * @param election whose leader answers
 * @param advertise where clients are sent, if they see this node under another address than the bound one
 */
public record CommandPlan(String election, CommandSettings settings, Optional<String> advertise) {}
