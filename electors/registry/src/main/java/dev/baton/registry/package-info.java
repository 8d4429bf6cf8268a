// SPDX-License-Identifier: Apache-2.0
/**
 * Elections and cluster-wide names among nodes that have nothing but a network. {@code RegistryRules} decides;
 * {@link dev.baton.registry.RegistryElector} performs; JGroups carries messages and reports who can be reached.
 */
@NullMarked
package dev.baton.registry;

import org.jspecify.annotations.NullMarked;
