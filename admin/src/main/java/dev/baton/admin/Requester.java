// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Who asked for an operation, and from where: what the audit log names. A node that passes an operation on says it in
 * headers, which are believed only if they come from a node.
 *
 * @param name as the token's configuration calls it
 * @param address from which the request came into the cluster
 * @param via the node that passed it on, if one did
 */
public record Requester(
        String name, String address, @Nullable String via) {
    private static final String NAME = "Baton-Actor";
    private static final String ADDRESS = "Baton-Actor-Address";
    private static final String VIA = "Baton-Via";

    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>(Map.of(NAME, name, ADDRESS, address));
        if (via != null) {
            headers.put(VIA, via);
        }
        return headers;
    }

    /** Reads it from the headers of a request; empty if they do not say it properly. */
    public static Optional<Requester> read(UnaryOperator<@Nullable String> header) {
        Optional<String> name = matching(header.apply(NAME), "[A-Za-z0-9._@-]{1,64}");
        Optional<String> address = matching(header.apply(ADDRESS), "[A-Za-z0-9.:%_-]{1,64}");
        Optional<String> via = matching(header.apply(VIA), "[A-Za-z0-9._-]{1,255}");
        return name.flatMap(it -> address.map(from -> new Requester(it, from, via.orElse(null))));
    }

    private static Optional<String> matching(@Nullable String text, String pattern) {
        return Optional.ofNullable(text).filter(it -> it.matches(pattern));
    }

    /** The same, passed on by a node. */
    public Requester through(String node) {
        return new Requester(name, address, node);
    }

    /** As in {@code alice from 10.0.0.7 via n3}. */
    @Override
    public String toString() {
        return name + " from " + address + (via == null ? "" : " via " + via);
    }
}
