// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointsTest {
    private static Map<String, String> addresses(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "purpose" + i, i -> "host:" + i));
    }

    @Test
    void anAddressIsFoundByItsPurpose() {
        Endpoints endpoints = Endpoints.of("commands", "10.0.0.5:25873");

        assertThat(endpoints.find("commands")).contains("10.0.0.5:25873");
        assertThat(endpoints.find("metrics")).isEmpty();
        assertThat(endpoints).hasToString("{commands=10.0.0.5:25873}");
    }

    @Test
    void eightPurposesAreTheMost() {
        assertThat(new Endpoints(addresses(8)).byPurpose()).hasSize(8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Endpoints(addresses(9)))
                .withMessage("9 endpoints are more than 8");
    }

    @Test
    void anAddressHasAtMost255Characters() {
        assertThat(Endpoints.of("a", "x".repeat(255)).find("a")).isPresent();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoints.of("a", "x".repeat(256)))
                .withMessageContaining("(256 characters)")
                .withMessageEndingWith("use 1 to 255 printable ASCII characters without spaces");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\r\nb", "h\u00f6st:1", "a\u0000b", "\uD83D\uDE00"})
    void anAddressThatIsNotPrintableIsRefused(String bad) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoints.of("commands", bad))
                .withMessageStartingWith("endpoint commands \"")
                .withMessageContaining("is not an address");
    }

    @Test
    void aPurposeIsAName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoints.of("No Name", "host:1"))
                .withMessageStartingWith("endpoint purpose \"No Name\"");
    }

    @Test
    void laterChangesOfTheSourceDoNotShow() {
        Map<String, String> source = new HashMap<>(Map.of("a", "host:1"));

        Endpoints endpoints = new Endpoints(source);
        source.put("b", "host:2");

        assertThat(endpoints).isEqualTo(Endpoints.of("a", "host:1"));
    }
}
