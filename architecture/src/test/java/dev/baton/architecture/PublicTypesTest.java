// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What core offers stays small. Before adding a public type, look for one that can become package-private,
 * or be nested in the type it belongs to; then the number is raised here, with a reason in the commit.
 */
class PublicTypesTest {
    private static final String ROOT = "dev.baton";
    private static final int MAX_API_TYPES = 25;
    private static final int MAX_SPI_TYPES = 27;

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void aUserSeesFewTypes() {
        assertThat(offered(Rules.API)).contains("Baton", "Candidate", "Duty").hasSizeLessThanOrEqualTo(MAX_API_TYPES);
    }

    @Test
    void theAuthorOfAnElectorSeesFewTypesMore() {
        assertThat(offered(Rules.SPI)).contains("Elector", "LeaseStore").hasSizeLessThanOrEqualTo(MAX_SPI_TYPES);
    }

    private static List<String> offered(Set<String> packages) {
        Rules rules = new Rules(ROOT);
        return CORE.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(rules::isOffered)
                .filter(it -> packages.stream()
                        .map(name -> name.isEmpty() ? ROOT : ROOT + "." + name)
                        .anyMatch(it.getPackageName()::equals))
                .map(JavaClass::getSimpleName)
                .sorted()
                .toList();
    }
}
