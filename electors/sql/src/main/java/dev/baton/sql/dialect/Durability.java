// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.internal.check.Validation;
import java.util.List;

/**
 * Whether a committed row outlives a crash of the database and of its machine. A grant that does not is given again,
 * under the same epoch, while its holder still acts: no fence can tell the two apart.
 *
 * @param inMemory whether rows end with the process that has the database open, as its URL says
 * @param problems what loses committed rows, and what to change
 * @param doubts what loses them on some kinds of storage
 */
public record Durability(boolean inMemory, List<String> problems, List<String> doubts) {
    static final Durability IN_MEMORY = new Durability(true, List.of(), List.of());

    public Durability {
        problems = List.copyOf(problems);
        doubts = List.copyOf(doubts);
    }

    static Durability of(List<String> problems, List<String> doubts) {
        return new Durability(false, problems, doubts);
    }

    /** What is to be assumed of a database before it is reached: that it keeps what it must, unless anything goes. */
    public static Durability beforeAsking(boolean anythingGoes) {
        return of(
                anythingGoes
                        ? List.of(
                                "the database was not reachable at the start, and is used without knowing whether it loses commits")
                        : List.of(),
                List.of());
    }

    public boolean isDurable() {
        return !inMemory && problems.isEmpty();
    }

    /**
     * Passes if nothing is wrong.
     *
     * @throws dev.baton.ConfigurationException naming all that is
     */
    public void check(String database) {
        Validation rules = Validation.of("durability of " + database);
        problems.forEach(problem -> rules.require(false, "%s", problem));
        rules.check();
    }
}
