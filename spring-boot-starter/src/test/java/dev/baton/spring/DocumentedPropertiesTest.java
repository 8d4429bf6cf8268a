// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What IDEs are told of the properties, and what docs/spring.md says. */
class DocumentedPropertiesTest {
    private static final Pattern PROPERTY = Pattern.compile(
            "\"name\": \"(baton\\.[a-z.-]+)\",\\s*\"type\": \"[^\"]+\",\\s*\"description\": \"[^\"]+\"");

    @Test
    void everyPropertyIsDescribedForIdesAndOnThePage() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "spring.md"));
        List<String> described = PROPERTY.matcher(metadata())
                .results()
                .map(MatchResult::group)
                .map(it -> it.replaceAll("(?s)\"name\": \"([^\"]+)\".*", "$1"))
                .toList();

        assertThat(described)
                .contains(
                        "baton.elections",
                        "baton.node",
                        "baton.sql.lease",
                        "baton.peer.secret",
                        "baton.raft.bootstrap",
                        "baton.registry.hosts",
                        "baton.bully.tls.keystore")
                .hasSizeGreaterThan(60)
                .filteredOn(it -> !it.equals("baton.candidates"))
                .filteredOn(it -> !page.contains("`" + it + "`") && !page.contains("`" + ownName(it) + "`"))
                .as("properties that the page does not have")
                .isEmpty();
        Stream.of(BatonProperties.Candidate.class.getRecordComponents())
                .map(it -> it.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .forEach(it -> assertThat(page).containsPattern("[.`]" + it + "`"));
    }

    @Test
    void theBlocksOfTheDocumentsNamePropertiesThatAreThere() throws IOException {
        List<String> named = CodeBlock.ofProject(Path.of("..")).stream()
                .filter(block -> block.language().equals("properties"))
                .flatMap(block -> block.text().lines())
                .map(line -> line.replaceAll("=.*", ""))
                .toList();

        assertThat(named).contains("baton.raft.tls.trusted", "baton.sql.create-schema");
        assertThat(PROPERTY.matcher(metadata()).results().map(it -> it.group(1)))
                .containsAll(named);
    }

    /** As in the tables: without what it is below. */
    private static String ownName(String property) {
        return property.replaceFirst("baton\\.[a-z]+\\.", "");
    }

    private static String metadata() throws IOException {
        try (InputStream in =
                BatonProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
