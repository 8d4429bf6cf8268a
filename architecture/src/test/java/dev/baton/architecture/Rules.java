// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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

    /** Where the time of day is read, which operators and daemons set. */
    private static final Set<String> TIME_OF_DAY = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.time.Instant.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.Clock.millis",
            "java.time.Clock.instant");

    /** Modules whose decisions no setting of a clock may change. */
    private static final Set<String> NO_TIME_OF_DAY = Set.of("raft", "controller");

    /** Modules whose code runs on lanes, on the loops of sockets, or is waited for when duties stop. */
    private static final Set<String> LOGS_WITHOUT_BLOCKING =
            Set.of("core", "duties", "peer", "sql", "quorum", "registry", "bully", "work", "commands");

    /** Modules whose packages, other than the one that users type, depend on each other in one direction. */
    private static final List<String> FREE_OF_CYCLES = List.of("core", "bully");

    /** Modules that show whether the API is enough. */
    private static final Set<String> AS_USERS_DO = Set.of("examples", "micrometer", "spring");

    /** What a user of core types, relative to the root. */
    static final Set<String> API = Set.of("", "standalone");

    /** What the author of an elector needs besides. */
    static final Set<String> SPI = Set.of("spi", "spi.lease");

    /** The types of the root package through which its users reach what is internal, without naming it. */
    private static final Set<String> ENTRY_POINTS = Set.of("Baton", "Duty", "FaultHandler");

    private final String root;

    Rules(String root) {
        this.root = root;
    }

    /** All rules, by a name that says what they ask. */
    Map<String, ArchRule> all() {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put("every class belongs to a module", everyClassBelongsToAModule());
        rules.put("few types of the API depend on what is internal", apiStandsOnItsOwn());
        rules.put("API and SPI show nothing internal", nothingInternalIsShown());
        rules.put("what users could have written uses nothing internal", usersManageWithTheApi());
        FREE_OF_CYCLES.forEach(
                name -> rules.put("packages of " + name + " are free of cycles", isFreeOfCycles(module(name))));
        rules.put("core takes time from its runtime package", coreTakesTimeFromItsRuntime());
        rules.put("rules are given the time", rulesAreGivenTheTime());
        rules.put("a Raft group reads no time of day", groupsReadNoTimeOfDay());
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

    private ArchRule apiStandsOnItsOwn() {
        return noClasses()
                .that(describe(
                        "are in the root package, and no entry point",
                        it -> it.getPackageName().equals(root) && !ENTRY_POINTS.contains(topLevel(it))))
                .should()
                .dependOnClassesThat(describe(
                        "are internal, other than checks",
                        it -> isInternal(it) && !it.getPackageName().equals(root + ".internal.check")));
    }

    private ArchRule nothingInternalIsShown() {
        return classes()
                .that(describe("are public and in the API or the SPI", this::isOffered))
                .should(new ArchCondition<>("name nothing internal where others see it") {
                    @Override
                    public void check(JavaClass item, ConditionEvents events) {
                        offeredMembers(item)
                                .filter(it ->
                                        it.getAllInvolvedRawTypes().stream().anyMatch(type -> isInternal(type)))
                                .forEach(it -> events.add(SimpleConditionEvent.violated(it, it.getDescription())));
                        Stream.concat(item.getSuperclass().stream(), item.getInterfaces().stream())
                                .filter(it ->
                                        it.getAllInvolvedRawTypes().stream().anyMatch(type -> isInternal(type)))
                                .forEach(it -> events.add(
                                        SimpleConditionEvent.violated(item, item.getName() + " is a " + it.getName())));
                    }
                });
    }

    private static Stream<JavaMember> offeredMembers(JavaClass item) {
        return item.getMembers().stream()
                .filter(it -> it.getModifiers().contains(JavaModifier.PUBLIC)
                        || it.getModifiers().contains(JavaModifier.PROTECTED));
    }

    private ArchRule usersManageWithTheApi() {
        return noClasses()
                .that(describe(
                        "are in " + AS_USERS_DO,
                        it -> AS_USERS_DO.stream().anyMatch(name -> module(name).holds(root, it.getPackageName()))))
                .should()
                .dependOnClassesThat(describe("are internal", this::isInternal));
    }

    /** Whether a type that others can name is meant for them. */
    boolean isOffered(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(this::isOffered).orElse(true)
                && Stream.concat(API.stream(), SPI.stream())
                        .map(it -> it.isEmpty() ? root : root + "." + it)
                        .anyMatch(type.getPackageName()::equals);
    }

    private boolean isInternal(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(root + ".") && (name + ".").contains(".internal.");
    }

    private static String topLevel(JavaClass type) {
        return type.getEnclosingClass().map(Rules::topLevel).orElseGet(type::getSimpleName);
    }

    private ArchRule isFreeOfCycles(Module module) {
        String api = root
                + (module.packages().get(0).isEmpty()
                        ? ""
                        : "." + module.packages().get(0));
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
                        String name = javaClass.getPackageName();
                        // What users type is on both sides of the others: its nouns below, its entry points above.
                        return module.holds(root, name) && !name.equals(api)
                                ? SliceIdentifier.of(name)
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages of " + module.name();
                    }
                })
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(!module.name().equals("core"));
    }

    private ArchRule coreTakesTimeFromItsRuntime() {
        return classes()
                .that(in(module("core")))
                .and()
                .resideOutsideOfPackage(root + ".internal.runtime..")
                .should(leaveAlone(TIME));
    }

    /** So that a test moves it, and a simulation runs the real rules. */
    private ArchRule rulesAreGivenTheTime() {
        return classes().that().haveNameMatching(".*Rules").should(leaveAlone(TIME));
    }

    /** A node whose clock is set leads, follows, holds and judges as before. */
    private ArchRule groupsReadNoTimeOfDay() {
        return classes()
                .that(describe(
                        "are in " + NO_TIME_OF_DAY,
                        it -> NO_TIME_OF_DAY.stream()
                                .anyMatch(name -> module(name).holds(root, it.getPackageName()))))
                .should(leaveAlone(TIME_OF_DAY));
    }

    private ArchRule nothingBlocksOnALog() {
        return noClasses()
                .that(describe(
                        "are in a module with lanes, loops or duties",
                        it -> LOGS_WITHOUT_BLOCKING.stream()
                                .anyMatch(name -> module(name).holds(root, it.getPackageName()))))
                .and()
                .doNotHaveFullyQualifiedName(root + ".internal.runtime.AsyncLog")
                .and()
                .doNotHaveFullyQualifiedName(root + ".internal.runtime.AsyncLog$Writer")
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

    private static ArchCondition<JavaClass> leaveAlone(Set<String> time) {
        return new ArchCondition<>("leave alone " + time) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                // Calls and method references alike. Instant.now(clock) takes its clock from outside, so it may.
                item.getCodeUnitAccessesFromSelf().stream()
                        .filter(it -> time.contains(it.getTargetOwner().getName() + "." + it.getName()))
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
