// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.security.KeyStore;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.jspecify.annotations.Nullable;

/** Hands kafka-clients the engines of keys that were read elsewhere. Made by kafka-clients, by reflection. */
public final class TlsEngines implements SslEngineFactory {
    /** The setting that carries the {@link TlsKeys}. */
    static final String KEYS = "baton.tls.keys";

    private @Nullable TlsKeys keys;

    @Override
    public void configure(Map<String, ?> configs) {
        keys = (TlsKeys) configs.get(KEYS);
    }

    @Override
    public SSLEngine createServerSslEngine(String peerHost, int peerPort) {
        if (keys == null) {
            throw new IllegalStateException("there are no keys for TLS");
        }
        return keys.engine(peerHost, peerPort);
    }

    @Override
    public SSLEngine createClientSslEngine(String peerHost, int peerPort, String endpointIdentification) {
        throw new UnsupportedOperationException("a broker makes no connections");
    }

    /** Never: each engine is made of the keys of that moment. */
    @Override
    public boolean shouldBeRebuilt(Map<String, Object> nextConfigs) {
        return false;
    }

    @Override
    public Set<String> reconfigurableConfigs() {
        return Set.of();
    }

    @Override
    @SuppressWarnings("NullAway") // none is asked for: there is no client side
    public KeyStore keystore() {
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // none is asked for: there is no client side
    public KeyStore truststore() {
        return null;
    }

    @Override
    public void close() {}
}
