// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.server.config.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Decides who may call. Keeps only hashes of tokens, and compares all of them in constant time. Immutable. */
final class AccessControl {
    private static final Caller ANONYMOUS = new Caller("anonymous", Role.OPERATE, false);

    private final List<HashedToken> known;
    private final boolean open;

    private record HashedToken(String hash, Caller caller) {}

    private AccessControl(List<HashedToken> known, boolean open) {
        this.known = known;
        this.open = open;
    }

    /** Without any tokens every process that reaches the API may call; then it is on the loopback interface. */
    static AccessControl of(AdminSettings settings) {
        List<HashedToken> known = new ArrayList<>();
        settings.tokens()
                .forEach(token -> known.add(
                        new HashedToken(hash(token.secret()), new Caller(token.name(), token.role(), false))));
        settings.clusterToken()
                .ifPresent(token -> known.add(new HashedToken(hash(token), new Caller("cluster", Role.OPERATE, true))));
        return new AccessControl(known, settings.tokens().isEmpty());
    }

    /** The caller with this {@code Authorization} header; empty if unknown. */
    Optional<Caller> caller(Optional<String> authorization) {
        if (authorization.isEmpty()) {
            return open ? Optional.of(ANONYMOUS) : Optional.empty();
        }
        String[] parts = authorization.get().strip().split("\\s+");
        if (parts.length != 2 || !parts[0].equalsIgnoreCase("Bearer")) {
            return Optional.empty();
        }
        byte[] presented = hash(parts[1]).getBytes(StandardCharsets.US_ASCII);
        Optional<Caller> found = Optional.empty();
        for (HashedToken it : known) {
            if (MessageDigest.isEqual(it.hash().getBytes(StandardCharsets.US_ASCII), presented)) {
                found = Optional.of(it.caller());
            }
        }
        return found;
    }

    private static String hash(Supplier<Secret> secret) {
        return hash(secret.get().reveal());
    }

    private static String hash(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
