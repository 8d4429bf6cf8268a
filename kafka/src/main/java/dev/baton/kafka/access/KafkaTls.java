// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.access;

import dev.baton.security.TlsIdentity;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * How connections are encrypted.
 *
 * @param identity what the broker shows; refused if the key does not fit the certificate
 * @param clients a client has to show one of these certificates, or one that they have signed; empty if it need not show any
 */
public record KafkaTls(TlsIdentity identity, List<X509Certificate> clients) {
    public KafkaTls {
        clients = List.copyOf(clients);
        // Files that are replaced one after the other may not fit for a moment: that is found before anything is
        // changed.
        identity.serverContext(clients);
    }

    /** Clients need no certificate. */
    public static KafkaTls of(TlsIdentity identity) {
        return new KafkaTls(identity, List.of());
    }
}
