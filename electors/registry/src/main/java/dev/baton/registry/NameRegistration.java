// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import java.util.Objects;

/**
 * A cluster-wide name and its owner. It ends with the owner's process.
 *
 * @param number distinguishes the owner's registrations; rises with each of them
 */
public record NameRegistration(RegistryName name, Node owner, long number) {
    public NameRegistration {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(owner, "owner");
    }

    @Override
    public String toString() {
        return name + " by " + owner;
    }
}
