// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The host names that this node accepts. An attacker's page whose name resolves to this node sends its own name as
 * {@code Host}, and is refused.
 */
final class AllowedHosts {
    private final Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

    AllowedHosts(AdminSettings settings) {
        settings.allowedHosts().forEach(this::add);
        settings.advertise().flatMap(AllowedHosts::hostOf).ifPresent(this::add);
        if (!settings.bind().isAnyLocalAddress()) {
            String address = settings.bind().getHostAddress();
            add(address.indexOf(':') >= 0 ? "[" + address + "]" : address);
        }
    }

    private void add(String name) {
        names.add(name.toLowerCase(Locale.ROOT));
    }

    private static Optional<String> hostOf(String url) {
        try {
            return Optional.ofNullable(new URI(url).getHost());
        } catch (URISyntaxException broken) {
            return Optional.empty();
        }
    }

    /** Checks the value of a {@code Host} header; the port does not matter. */
    boolean allows(String host) {
        return names.contains(host.replaceFirst(":\\d{1,5}$", "").toLowerCase(Locale.ROOT));
    }

    /** Checks the value of an {@code Origin} header, which must be this node: same name and port as {@code Host}. */
    boolean allowsOrigin(String origin, String host) {
        return allows(host)
                && (origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host));
    }
}
