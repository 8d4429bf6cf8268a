// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.registry.RegistryStorm;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** How long it takes until many registry nodes in one JVM, all started at once, see each other, and half of them leave. */
final class RegistryStorms implements Benchmark {
    @Override
    public String name() {
        return "registry-storm";
    }

    @Override
    public String description() {
        return "50 nodes of a registry join at once, then 25 leave at once, in one JVM (own runs)";
    }

    @Override
    public Result run(Options options) throws IOException {
        int nodes = options.effort() == Options.Effort.TINY ? 4 : 50;
        int rounds = options.quick() ? 1 : 5;
        Spread joined = new Spread(nodes + " nodes joined", "ms");
        Spread left = new Spread(nodes / 2 + " nodes left", "ms");
        for (int round = 1; round <= rounds; round++) {
            RegistryStorm.Times times = RegistryStorm.run(Files.createTempDirectory("storm"), nodes);
            joined.add((double) times.joined().toMillis());
            left.add((double) times.left().toMillis());
            options.say("round " + round + " of " + rounds + ": " + times);
        }
        List<Figure> figures = new ArrayList<>(joined.figures());
        figures.addAll(left.figures());
        return new Result(figures);
    }
}
