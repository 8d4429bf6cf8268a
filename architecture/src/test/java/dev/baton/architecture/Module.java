// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture;

import java.util.List;
import java.util.Set;

/**
 * A module as the map draws it: its packages, the modules its arrows point at and, where that is limited, the foreign
 * packages it may use.
 *
 * @param packages relative to the root; {@code ""} is the root package alone, any other includes what is below it
 * @param mayUse names of modules
 * @param foreign ArchUnit package patterns; empty means any
 */
record Module(String name, List<String> packages, Set<String> mayUse, List<String> foreign) {
    /** A module whose package carries its name. */
    static Module module(String name, String... mayUse) {
        return new Module(name, List.of(name), Set.of(mayUse), List.of());
    }

    Module in(String... packages) {
        return new Module(name, List.of(packages), mayUse, foreign);
    }

    Module withForeignOnly(String... foreign) {
        return new Module(name, packages, mayUse, List.of(foreign));
    }

    boolean holds(String root, String packageName) {
        for (String own : packages) {
            if (own.isEmpty() ? packageName.equals(root) : isBelow(root + "." + own, packageName)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBelow(String parent, String packageName) {
        return packageName.equals(parent) || packageName.startsWith(parent + ".");
    }
}
