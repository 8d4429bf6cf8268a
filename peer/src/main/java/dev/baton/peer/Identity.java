// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import java.util.Optional;

/**
 * What this process tells every peer about itself, and how it proves that.
 *
 * @param lock the name of its {@link ProcessLock}, if it has one
 */
record Identity(Node self, String cluster, Optional<HostMark> host, Optional<String> lock, Proof proof) {}
