// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The product keeps to the module map and to the other rules of its architecture. */
class ModuleArrowsTest {
    private static final String ROOT = "dev.baton";
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @TestFactory
    Stream<DynamicTest> productKeepsToItsRules() {
        return new Rules(ROOT)
                .all().entrySet().stream()
                        .map(rule -> DynamicTest.dynamicTest(
                                rule.getKey(), () -> rule.getValue().check(PRODUCT)));
    }

    @Test
    void thereIsAProductToCheck() {
        Set<String> packages = PRODUCT.stream().map(it -> it.getPackageName()).collect(Collectors.toSet());

        assertThat(packages)
                .contains("dev.baton", "dev.baton.spi")
                .noneMatch(it -> it.startsWith("dev.baton.architecture"));
    }

    @Test
    void mapNamesEveryModuleAnArrowPointsAt() {
        Set<String> names = ModuleMap.MODULES.stream().map(Module::name).collect(Collectors.toSet());

        assertThat(ModuleMap.MODULES).hasSameSizeAs(names);
        assertThat(ModuleMap.MODULES).allSatisfy(module -> assertThat(names).containsAll(module.mayUse()));
    }

    @Test
    void mapNamesNoModuleThatDoesNotExist() {
        assertThat(ModuleMap.MODULES)
                .allSatisfy(module -> assertThat(PRODUCT.stream())
                        .as(module.name())
                        .anyMatch(it -> module.holds(ROOT, it.getPackageName())));
    }
}
