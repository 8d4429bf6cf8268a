// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture;

import static dev.baton.architecture.Module.module;

import java.util.List;
import java.util.Optional;

/** The module map as data. A new module is one line here and one dependency in this module's {@code pom.xml}. */
final class ModuleMap {
    static final List<Module> MODULES = List.of(
            module("core")
                    .in("", "standalone", "spi", "internal")
                    .withForeignOnly("java..", "org.slf4j..", "org.jspecify.."),
            module("allocation").withForeignOnly("java..", "org.jspecify.."),
            module("duties", "core"),
            module("security", "core")
                    .withForeignOnly("java..", "javax.net.ssl..", "javax.security..", "org.jspecify.."),
            module("peer", "core"),
            module("sql", "core", "peer"),
            module("work", "core", "allocation", "sql"),
            module("quorum", "core"),
            module("registry", "core", "security", "quorum", "peer"),
            module("bully", "core", "security", "quorum", "peer"),
            module("admin", "core"),
            module("commands", "core", "security"),
            module(
                    "server",
                    "core",
                    "security",
                    "admin",
                    "duties",
                    "allocation",
                    "work",
                    "peer",
                    "sql",
                    "quorum",
                    "registry",
                    "bully",
                    "commands"),
            module("cli", "core", "security", "admin", "peer", "sql", "work", "commands", "server"),
            module("testkit", "core"),
            module(
                    "examples",
                    "core",
                    "testkit",
                    "allocation",
                    "duties",
                    "sql",
                    "work",
                    "quorum",
                    "registry",
                    "bully",
                    "commands"));

    private ModuleMap() {}

    static Optional<Module> owner(String root, String packageName) {
        return MODULES.stream()
                .filter(module -> module.holds(root, packageName))
                .findFirst();
    }
}
