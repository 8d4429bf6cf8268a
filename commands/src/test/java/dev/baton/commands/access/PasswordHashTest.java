// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class PasswordHashTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final PasswordHash HASH = PasswordHash.of("pässword", 10_000, RANDOM);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void knowsThePasswordAndNoOther() {
        assertThat(HASH.matches(bytes("pässword"))).isTrue();
        assertThat(HASH.matches(bytes("pässwor"))).isFalse();
        assertThat(HASH.matches(bytes("pässword "))).isFalse();
        assertThat(HASH.matches(new byte[0])).isFalse();
        assertThat(HASH.matches(new byte[] {(byte) 0xff, (byte) 0xfe})).isFalse();
        assertThat(PasswordHash.of(" ", 10_000, RANDOM).matches(new byte[0])).isFalse();
    }

    @Test
    void survivesBeingWrittenDown() {
        PasswordHash read = PasswordHash.parse(HASH.encoded());

        assertThat(read.matches(bytes("pässword"))).isTrue();
        assertThat(read.encoded()).isEqualTo(HASH.encoded()).startsWith("pbkdf2-sha256$10000$");
    }

    /** Made by Python: {@code hashlib.pbkdf2_hmac("sha256", "pässword".encode(), b"sixteen byte sal", 10000)}. */
    @Test
    void agreesWithAnotherImplementation() {
        PasswordHash other = PasswordHash.parse(
                "pbkdf2-sha256$10000$c2l4dGVlbiBieXRlIHNhbA==$" + "81z9QMqlE0OdlcS/1MD6DIHgGMkkEVvRSPAjvIDotXA=");

        assertThat(other.matches(bytes("pässword"))).isTrue();
    }

    @Test
    void twoHashesOfOnePasswordDiffer() {
        assertThat(PasswordHash.of("same", 10_000, RANDOM).encoded())
                .isNotEqualTo(PasswordHash.of("same", 10_000, RANDOM).encoded());
    }

    @Test
    void whatIsNotAHashIsRefusedWithoutBeingShown() {
        for (String wrong : new String[] {
            "",
            "secret",
            "pbkdf2-sha256$9999$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "pbkdf2-sha256$99999999$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "pbkdf2-sha256$100000$AAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "pbkdf2-sha256$100000$AAAAAAAAAAAAAAAAAAAAAA==$AAAA"
        }) {
            assertThatThrownBy(() -> PasswordHash.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("secret");
        }
        assertThatThrownBy(() -> PasswordHash.of("", RANDOM)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isNotShownByAccident() {
        assertThat(HASH.toString()).isEqualTo("a password hash");
    }
}
