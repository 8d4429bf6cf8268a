// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.plain.PlainAuthenticateCallback;

/** Compares the passwords of SASL PLAIN. Made by kafka-clients, by reflection. */
public final class PlainAuthentication implements AuthenticateCallbackHandler {
    /** The setting that carries the passwords by user. */
    static final String PASSWORDS = "baton.passwords";

    private Map<?, ?> passwords = Map.of();

    @Override
    public void configure(Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {
        if (configs.get(PASSWORDS) instanceof Map<?, ?> known) {
            passwords = known;
        }
    }

    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        String user = "";
        for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
                user = String.valueOf(name.getDefaultName());
            } else if (callback instanceof PlainAuthenticateCallback plain) {
                plain.authenticated(isRight(user, plain.password()));
            } else {
                throw new UnsupportedCallbackException(callback);
            }
        }
    }

    private boolean isRight(String user, char[] presented) {
        Object known = passwords.get(user);
        // The same work for a user who is not known.
        byte[] expected = bytes(known == null ? "" : known.toString());
        return MessageDigest.isEqual(expected, bytes(new String(presented))) && known != null;
    }

    private static byte[] bytes(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (java.security.NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }

    @Override
    public void close() {}
}
