// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import dev.baton.kafka.access.KafkaTls;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** The certificate that new connections are shown, which may be changed at any time. Any thread. */
final class TlsKeys {
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    private volatile Used used;

    /** Both of the same moment. */
    private record Used(SSLContext context, boolean asksClients) {
        static Used of(KafkaTls tls) {
            return new Used(
                    tls.identity().serverContext(tls.clients()), !tls.clients().isEmpty());
        }
    }

    TlsKeys(KafkaTls tls) {
        used = Used.of(tls);
    }

    void use(KafkaTls changed) {
        used = Used.of(changed);
    }

    SSLEngine engine(String peerHost, int peerPort) {
        Used now = used;
        SSLEngine engine = now.context().createSSLEngine(peerHost, peerPort);
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(VERSIONS.clone());
        engine.setNeedClientAuth(now.asksClients());
        return engine;
    }
}
