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
            module("micrometer", "core"),
            module("security", "core")
                    .withForeignOnly("java..", "javax.net.ssl..", "javax.security..", "org.jspecify.."),
            module("peer", "core"),
            module("sql", "core", "peer"),
            module("work", "core", "allocation", "sql"),
            module("spring", "core", "security", "micrometer", "peer", "sql", "raft", "quorum", "registry", "bully"),
            module("raft", "core", "security", "peer"),
            module("controller", "core", "allocation", "raft", "work"),
            module("partitions", "core", "raft", "controller"),
            module("kafka", "core", "security", "controller", "partitions"),
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
                    "micrometer",
                    "allocation",
                    "work",
                    "raft",
                    "controller",
                    "partitions",
                    "kafka",
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
                    "peer",
                    "sql",
                    "work",
                    "raft",
                    "controller",
                    "quorum",
                    "registry",
                    "bully",
                    "commands",
                    "spring"));

    private ModuleMap() {}

    static Optional<Module> owner(String root, String packageName) {
        return MODULES.stream()
                .filter(module -> module.holds(root, packageName))
                .findFirst();
    }
}
