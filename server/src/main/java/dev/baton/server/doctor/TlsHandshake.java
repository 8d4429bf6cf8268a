// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.doctor;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A TLS handshake with a port, made as a node or a client would make it.
 *
 * @param checksName whether the certificate has to name the host
 * @param protocols one of which is agreed on in the handshake, in all of which the server speaks first; none if empty
 */
record TlsHandshake(SSLContext context, boolean checksName, List<String> protocols) {
    static final String NOT_TRUSTED = "shows a certificate that is not trusted here";

    private static final int CONNECT_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 10_000;

    /**
     * Why the two sides do not come together; empty if they do.
     *
     * @throws IOException if the port cannot be reached
     */
    Optional<String> problem(InetSocketAddress port) throws IOException {
        try (Socket connection = new Socket()) {
            connection.connect(port, CONNECT_MILLIS);
            connection.setSoTimeout(ANSWER_MILLIS);
            try {
                secure(connection, port);
                return Optional.empty();
            } catch (IOException failed) {
                return Optional.of(explained(failed, port.getHostString()));
            }
        }
    }

    private void secure(Socket connection, InetSocketAddress port) throws IOException {
        try (SSLSocket socket = (SSLSocket)
                context.getSocketFactory().createSocket(connection, port.getHostString(), port.getPort(), true)) {
            SSLParameters parameters = socket.getSSLParameters();
            if (checksName) {
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
            }
            parameters.setApplicationProtocols(protocols.toArray(String[]::new));
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            // With TLS 1.3, a server refuses its client's certificate when the handshake is over for the client.
            if (!protocols.isEmpty() && socket.getInputStream().read() < 0) {
                throw new EOFException("the connection is closed after it");
            }
        }
    }

    /** What went wrong, as what the port does. */
    static String explained(IOException failed, String host) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (cause instanceof CertPathValidatorException && message.contains("validity")) {
                return "shows a certificate that is out of date";
            }
            if (cause instanceof CertificateException && message.startsWith("No ")) {
                return "shows a certificate that does not name " + host;
            }
        }
        String message = String.valueOf(failed.getMessage());
        if (message.contains("PKIX")) {
            return NOT_TRUSTED;
        }
        if (message.startsWith("Received fatal alert")) {
            return "refuses the certificate of this node (" + message.substring(message.lastIndexOf(' ') + 1) + ")";
        }
        if (failed instanceof SSLException && message.startsWith("Unsupported or unrecognized")) {
            return "does not speak TLS";
        }
        return "breaks off the TLS handshake: " + message;
    }
}
