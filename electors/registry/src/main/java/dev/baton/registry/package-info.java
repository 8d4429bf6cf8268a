// SPDX-License-Identifier: Apache-2.0
/**
 * Elections and cluster-wide names among nodes that have nothing but a network. {@code RegistryRules} decides, in
 * plain objects; {@link dev.baton.registry.RegistryElector} performs; JGroups carries messages and says who is there.
 */
@NullMarked
package dev.baton.registry;

import org.jspecify.annotations.NullMarked;
