// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.check.Names;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The addresses of a node, by purpose: {@code commands → 10.0.0.5:25873}. Published with its leadership, so that a node
 * that does not lead can redirect its clients.
 */
public record Endpoints(Map<String, String> byPurpose) {
    public static final Endpoints NONE = new Endpoints(Map.of());

    static final int MAX_ENTRIES = 8;
    static final int MAX_ADDRESS = 255;

    public Endpoints {
        byPurpose = Map.copyOf(byPurpose);
        if (byPurpose.size() > MAX_ENTRIES) {
            throw new IllegalArgumentException(byPurpose.size() + " endpoints are more than " + MAX_ENTRIES);
        }
        byPurpose.forEach((purpose, address) -> {
            Names.check("endpoint purpose", purpose);
            if (address.isEmpty()
                    || address.length() > MAX_ADDRESS
                    || !address.chars().allMatch(c -> c > ' ' && c <= '~')) {
                throw new IllegalArgumentException("endpoint " + purpose + " " + Names.quote(address)
                        + " is not an address: use 1 to " + MAX_ADDRESS + " printable ASCII characters without spaces");
            }
        });
    }

    /** Creates endpoints with one address; {@link #with} adds more. */
    public static Endpoints of(String purpose, String address) {
        return new Endpoints(Map.of(purpose, address));
    }

    /** Returns these endpoints with one more; it replaces an address for the same purpose. */
    public Endpoints with(String purpose, String address) {
        Map<String, String> more = new HashMap<>(byPurpose);
        more.put(purpose, address);
        return new Endpoints(more);
    }

    /** The address for a purpose, if one is published. */
    public Optional<String> find(String purpose) {
        return Optional.ofNullable(byPurpose.get(purpose));
    }

    @Override
    public String toString() {
        return new TreeMap<>(byPurpose).toString();
    }
}
