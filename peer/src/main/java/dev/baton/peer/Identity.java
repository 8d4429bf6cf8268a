// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.core.Node;
import java.util.Optional;

/** What this process says of itself to every peer, and how it proves it. */
record Identity(Node self, String cluster, Optional<HostMark> host, Proof proof) {}
