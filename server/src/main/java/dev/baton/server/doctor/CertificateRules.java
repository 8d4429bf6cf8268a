// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.doctor;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Whether certificates are valid now and for a while, and name the host that they are for. */
final class CertificateRules {
    private static final Duration RENEWAL_DUE = Duration.ofDays(14);
    /** Of a subject alternative name, as {@link X509Certificate#getSubjectAlternativeNames()} numbers them. */
    private static final int DNS_NAME = 2;

    private static final int IP_ADDRESS = 7;

    private CertificateRules() {}

    /** The validity of the one that ends first. */
    static Finding validity(String what, List<X509Certificate> certificates, Instant now) {
        Optional<X509Certificate> early = certificates.stream()
                .filter(it -> it.getNotBefore().toInstant().isAfter(now))
                .findFirst();
        if (early.isPresent()) {
            return Finding.fail(
                    "tls",
                    what + " is not valid before " + early.get().getNotBefore().toInstant(),
                    "check the clock of this machine, or issue another certificate");
        }
        Instant end = certificates.stream()
                .map(it -> it.getNotAfter().toInstant())
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
        if (end.isBefore(now)) {
            return Finding.fail("tls", what + " expired at " + end, "issue another certificate, and restart the node");
        }
        long days = Duration.between(now, end).toDays();
        String said = what + " is valid until " + end + ", for " + days + (days == 1 ? " day" : " days");
        return Duration.between(now, end).compareTo(RENEWAL_DUE) < 0
                ? Finding.warn("tls", said, "issue another certificate, and restart the node")
                : Finding.ok("tls", said);
    }

    /** Other nodes refuse a certificate that does not name the host by which they reach its owner. */
    static Finding host(String what, X509Certificate certificate, String host) {
        return names(certificate, host)
                ? Finding.ok("tls", what + " names " + host)
                : Finding.fail(
                        "tls",
                        what + " does not name " + host + ", by which other members reach this node",
                        "issue a certificate with " + host + " among its subject alternative names");
    }

    private static boolean names(X509Certificate certificate, String host) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names != null && names.stream().anyMatch(it -> isNamed(it, host));
        } catch (CertificateParsingException unreadable) {
            return false;
        }
    }

    private static boolean isNamed(List<?> name, String host) {
        String text = String.valueOf(name.get(1));
        if (name.get(0).equals(DNS_NAME) && text.startsWith("*.")) {
            int dot = host.indexOf('.');
            return dot > 0 && text.substring(1).equalsIgnoreCase(host.substring(dot));
        }
        return (name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS)) && text.equalsIgnoreCase(host);
    }
}
