// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.List;
import java.util.Map;

/** What candidates in the comparison need beside themselves, from start to end. */
interface ContenderBackend extends AutoCloseable {
    /** What a candidate is told about it. */
    Map<String, String> arguments();

    /** Its processes, where it has some of its own. */
    List<Long> pids();

    @Override
    void close();
}
