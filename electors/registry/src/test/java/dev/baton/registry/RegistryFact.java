// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

/** What must happen now and then in simulated registry clusters, or the simulation proves nothing. */
enum RegistryFact {
    STUTTERED,
    OVERLAPPING_PARTITION,
    MIXED_LEASES,
    FROZEN_WHILE_OTHERS_ARE_APART
}
