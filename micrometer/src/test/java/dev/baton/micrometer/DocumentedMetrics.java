// SPDX-License-Identifier: Apache-2.0
package dev.baton.micrometer;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.sql.SqlElector;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;

/** What docs/monitoring.md shows. */
final class DocumentedMetrics {
    private DocumentedMetrics() {}

    static Candidate measured(MeterRegistry registry, DataSource pool, Duty nightlyJobs) {
        // tag::library[]
        BatonMetrics metrics = new BatonMetrics(registry);
        Baton baton = Baton.node("worker-1").start(SqlElector.on(pool).timing(metrics::renewed));
        Candidate nightly = baton.stand("nightly")
                .duty(nightlyJobs)
                .listener(metrics.listener("nightly"))
                .start();
        metrics.watch(baton);
        metrics.watch(nightly);
        // end::library[]
        return nightly;
    }
}
