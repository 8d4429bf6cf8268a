// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Endpoints;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EndpointsTextTest {
    @Test
    void endpointsSurviveBeingWrittenAndRead() {
        Endpoints endpoints = new Endpoints(Map.of("admin", "http://a:1/?x=y", "commands", "[::1]:2"));

        assertThat(EndpointsText.of(endpoints)).isEqualTo("admin=http://a:1/?x=y commands=[::1]:2");
        assertThat(EndpointsText.parse(EndpointsText.of(endpoints))).isEqualTo(endpoints);
        assertThat(EndpointsText.parse(EndpointsText.of(Endpoints.NONE))).isEqualTo(Endpoints.NONE);
    }

    @Test
    void nonsenseIsRefused() {
        for (String text : new String[] {" ", "admin", "=x", "admin=", "Admin=x", "a=b  c=d"}) {
            assertThatThrownBy(() -> EndpointsText.parse(text)).as(text).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
