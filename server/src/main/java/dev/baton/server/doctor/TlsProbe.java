// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.doctor;

import dev.baton.security.TlsFiles;
import dev.baton.server.elector.LocalRequirements;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Whether another member accepts this node's certificate, and this node that of the other. */
final class TlsProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private TlsProbe() {}

    /** Why not; empty if both do. A member that refuses a certificate says so only after the handshake. */
    static Optional<String> refusal(Socket connected, String host, LocalRequirements.Certificates files)
            throws IOException {
        connected.setSoTimeout((int) PATIENCE.toMillis());
        try (SSLSocket secured = (SSLSocket) TlsFiles.pem(files.own(), files.key())
                .serverContext(TlsFiles.certificates(files.trusted()))
                .getSocketFactory()
                .createSocket(connected, host, connected.getPort(), true)) {
            SSLParameters asked = secured.getSSLParameters();
            asked.setEndpointIdentificationAlgorithm("HTTPS");
            asked.setApplicationProtocols(new String[] {"h2"});
            secured.setSSLParameters(asked);
            secured.startHandshake();
            // A member speaks first.
            return secured.getInputStream().read() < 0
                    ? Optional.of("it closes the connection after the handshake")
                    : Optional.empty();
        } catch (SSLException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        } catch (IllegalArgumentException unreadable) {
            // Told by the checks of the files.
            return Optional.of(String.valueOf(unreadable.getMessage()));
        }
    }
}
