// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.security.KeyStore;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.jspecify.annotations.Nullable;

/** Hands kafka-clients the engines of a TLS context that was read elsewhere. Made by kafka-clients, by reflection. */
public final class TlsEngines implements SslEngineFactory {
    /** The setting that carries the context. */
    static final String CONTEXT = "baton.tls.context";

    private @Nullable SSLContext context;

    @Override
    public void configure(Map<String, ?> configs) {
        context = (SSLContext) configs.get(CONTEXT);
    }

    @Override
    public SSLEngine createServerSslEngine(String peerHost, int peerPort) {
        if (context == null) {
            throw new IllegalStateException("there is no TLS context");
        }
        SSLEngine engine = context.createSSLEngine(peerHost, peerPort);
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        return engine;
    }

    @Override
    public SSLEngine createClientSslEngine(String peerHost, int peerPort, String endpointIdentification) {
        throw new UnsupportedOperationException("a broker connects to nobody");
    }

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
