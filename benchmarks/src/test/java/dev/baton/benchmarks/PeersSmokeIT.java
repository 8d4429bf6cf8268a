// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A candidate of another library still starts and acts, on its own class path and database. What it takes means nothing here. */
class PeersSmokeIT {
    @ParameterizedTest
    @ValueSource(strings = {"ShedLock, fast", "Spring Integration JDBC, fast"})
    void aCandidateOfAnotherLibraryActs(String label, @TempDir Path folder) throws IOException {
        List<Path> jars = PeersSuite.jars();
        String classPath = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        Contender contender = Contenders.ALL.stream()
                .filter(it -> it.label().startsWith(label))
                .findFirst()
                .orElseThrow();

        try (ContenderBackend backend = new ContenderBackends(jars).start(contender, folder, classPath);
                ContenderLab lab = new ContenderLab(contender, backend, classPath, folder, 1, List.of("n1"))) {
            assertThat(lab.leader()).isEqualTo("n1");
        }
    }
}
