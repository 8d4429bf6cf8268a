// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that hold no key or certificate. That good ones serve is shown where they are used. */
class TlsFilesTest {
    private static final String SECRET = "TOPSECRET";

    @TempDir
    private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("file.pem"), text);
    }

    private static void assertRefused(Path file, Runnable read) {
        assertThatThrownBy(read::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void whatCannotBeReadIsRefusedByItsNameAndNotByItsContent() throws IOException {
        Path file = file("-----BEGIN CERTIFICATE-----\n" + SECRET + "\n-----END CERTIFICATE-----\n");

        assertRefused(file, () -> TlsFiles.certificates(file));
        assertRefused(file, () -> TlsFiles.trusting(file));
        assertRefused(file, () -> TlsFiles.pkcs12(file, SECRET.toCharArray()));
        assertRefused(file, () -> TlsFiles.pem(file, file));
    }

    @Test
    void anEmptyFileAndAMissingOneAreRefused() throws IOException {
        Path empty = file("");
        Path missing = folder.resolve("missing");

        assertRefused(empty, () -> TlsFiles.certificates(empty));
        assertRefused(empty, () -> TlsFiles.pkcs12(empty, new char[0]));
        assertRefused(missing, () -> TlsFiles.certificates(missing));
        assertRefused(missing, () -> TlsFiles.pkcs12(missing, new char[0]));
    }

    @Test
    void aKeyThatIsNoneIsRefused() throws IOException {
        Path key = file("-----BEGIN PRIVATE KEY-----\n" + SECRET + "\n-----END PRIVATE KEY-----\n");

        assertRefused(key, () -> TlsFiles.pem(key, key));
    }
}
