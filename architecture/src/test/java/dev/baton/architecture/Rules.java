// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The rules of the architecture for all code below one root package.
 *
 * <p>The root is a parameter so that the rules which guard {@code dev.baton} can be seen to fail, on the small broken
 * product below {@code dev.baton.architecture.broken}.
 */
final class Rules {
    private static final Set<String> VAGUE_PACKAGES = Set.of("util", "utils", "common", "impl", "manager", "helper");
    private static final String VAGUE_CLASS = ".*(Manager|Helper|Impl|Utils?)";

    /** Where time is read or passes behind the caller's back. Core's runtime package does it for all the others. */
    private static final Set<String> TIME = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Thread.sleep",
            "java.util.concurrent.TimeUnit.sleep",
            "java.time.Instant.now");

    /** Modules whose code runs on lanes, on the loops of sockets, or is waited for when duties stop. */
    private static final Set<String> LOGS_WITHOUT_BLOCKING =
            Set.of("core", "duties", "peer", "sql", "quorum", "registry", "bully", "work", "commands");

    private final String root;

    Rules(String root) {
        this.root = root;
    }

    /** All rules, by a name that says what they ask. */
    Map<String, ArchRule> all() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("every class belongs to a module", everyClassBelongsToAModule());
        rules.put("root package holds the facade alone", rootHoldsTheFacadeAlone());
        rules.put("packages of core are free of cycles", coreIsFreeOfCycles());
        rules.put("core takes time from its runtime package", coreTakesTimeFromItsRuntime());
        rules.put("what elections wait for never blocks on a log", nothingBlocksOnALog());
        rules.put("packages are named for their subject", packagesAreNamedForTheirSubject());
        rules.put("classes are named for what they are", classesAreNamedForWhatTheyAre());
        rules.put("static fields are final", staticFieldsAreFinal());
        for (Module module : ModuleMap.MODULES) {
            rules.put("arrows of " + module.name(), arrowsOf(module));
            if (!module.foreign().isEmpty()) {
                rules.put("libraries of " + module.name(), librariesOf(module));
            }
        }
        return rules;
    }

    private ArchRule everyClassBelongsToAModule() {
        return classes()
                .should(ArchCondition.from(describe(
                        "belong to a module of the map",
                        it -> ModuleMap.owner(root, it.getPackageName()).isPresent())));
    }

    private ArchRule rootHoldsTheFacadeAlone() {
        return classes()
                .that(describe(
                        "are the top level of the root package",
                        it -> it.getPackageName().equals(root) && it.isTopLevelClass()))
                .should()
                .haveSimpleName("Baton")
                .orShould()
                .haveSimpleName("package-info")
                .allowEmptyShould(true);
    }

    private ArchRule coreIsFreeOfCycles() {
        Module core = module("core");
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                        String name = javaClass.getPackageName();
                        return core.holds(root, name) ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages of core";
                    }
                })
                .should()
                .beFreeOfCycles();
    }

    private ArchRule coreTakesTimeFromItsRuntime() {
        return classes()
                .that(in(module("core")))
                .and()
                .resideOutsideOfPackage(root + ".runtime..")
                .should(leaveTimeAlone());
    }

    private ArchRule nothingBlocksOnALog() {
        return noClasses()
                .that(describe(
                        "are in a module with lanes, loops or duties",
                        it -> LOGS_WITHOUT_BLOCKING.stream()
                                .anyMatch(name -> module(name).holds(root, it.getPackageName()))))
                .and()
                .doNotHaveFullyQualifiedName(root + ".runtime.AsyncLog")
                .and()
                .doNotHaveFullyQualifiedName(root + ".runtime.AsyncLog$Writer")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.slf4j..");
    }

    private ArchRule packagesAreNamedForTheirSubject() {
        return noClasses()
                .should(ArchCondition.from(describe(
                        "reside in a package called " + VAGUE_PACKAGES,
                        it -> Arrays.stream(it.getPackageName().split("\\.")).anyMatch(VAGUE_PACKAGES::contains))));
    }

    private ArchRule classesAreNamedForWhatTheyAre() {
        return noClasses().should().haveNameMatching(VAGUE_CLASS);
    }

    private ArchRule staticFieldsAreFinal() {
        return fields().that().areStatic().should().beFinal();
    }

    /** Modules still to come have no classes yet; that core has some is asked of it here. */
    private ArchRule arrowsOf(Module module) {
        return noClasses()
                .that(in(module))
                .should()
                .dependOnClassesThat(describe("another module, unless it is one of " + module.mayUse(), it -> {
                    String name = it.getPackageName();
                    return (name.equals(root) || name.startsWith(root + "."))
                            && ModuleMap.owner(root, name)
                                    .filter(owner -> owner.equals(module)
                                            || module.mayUse().contains(owner.name()))
                                    .isEmpty();
                }))
                .allowEmptyShould(!module.name().equals("core"));
    }

    private ArchRule librariesOf(Module module) {
        PackageMatchers foreign = PackageMatchers.of(module.foreign());
        return classes()
                .that(in(module))
                .should()
                .onlyDependOnClassesThat(describe(
                        "are our own or in " + module.foreign(),
                        it -> it.getBaseComponentType().isPrimitive()
                                || it.getPackageName().equals(root)
                                || it.getPackageName().startsWith(root + ".")
                                || foreign.test(it.getPackageName())))
                .allowEmptyShould(!module.name().equals("core"));
    }

    private DescribedPredicate<JavaClass> in(Module module) {
        return describe("are in module " + module.name(), it -> module.holds(root, it.getPackageName()));
    }

    private static ArchCondition<JavaClass> leaveTimeAlone() {
        return new ArchCondition<>("leave alone " + TIME) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                // Calls and method references alike. Instant.now(clock) takes its clock from outside, so it may.
                item.getCodeUnitAccessesFromSelf().stream()
                        .filter(it -> TIME.contains(it.getTargetOwner().getName() + "." + it.getName()))
                        .filter(it -> it.getTarget().getRawParameterTypes().stream()
                                .noneMatch(parameter -> parameter.isAssignableTo(java.time.Clock.class)))
                        .forEach(it -> events.add(SimpleConditionEvent.violated(it, it.getDescription())));
            }
        };
    }

    private static Module module(String name) {
        return ModuleMap.MODULES.stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
