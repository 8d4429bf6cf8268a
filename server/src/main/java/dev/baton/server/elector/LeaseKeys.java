// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.server.config.Key;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Values;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.List;

/** How long a leadership lasts, and what follows from it where nobody says otherwise; below the keys of an elector. */
final class LeaseKeys {
    private final Key<Duration> lease;
    private final Key<Duration> renew;
    private final Key<Duration> margin;
    private final Key<Duration> timeout;
    private final LeaseTerms usual;

    LeaseKeys(String elector, LeaseTerms usual) {
        this.usual = usual;
        this.lease = Key.of(
                elector + ".lease",
                KeyType.duration(),
                usual.lease(),
                "how long a leadership outlives the last renewal");
        this.renew = derived(elector, "renew_interval", usual.renewInterval(), "how often it is renewed");
        this.margin = derived(
                elector, "margin", usual.margin(), "how much earlier than the others a leader considers it over");
        this.timeout = derived(elector, "request_timeout", usual.requestTimeout(), "how long an answer is waited for");
    }

    private Key<Duration> derived(String elector, String name, Duration part, String about) {
        long percent = Math.round(100.0 * part.toNanos() / usual.lease().toNanos());
        return Key.derived(elector + "." + name, KeyType.duration(), Duration.ZERO, percent + " % of the lease", about);
    }

    List<Key<?>> keys() {
        return List.of(lease, renew, margin, timeout);
    }

    Key<Duration> lease() {
        return lease;
    }

    LeaseTerms read(Values values) {
        return new LeaseTerms(
                values.get(lease),
                part(values, renew, usual.renewInterval()),
                part(values, margin, usual.margin()),
                part(values, timeout, usual.requestTimeout()));
    }

    private Duration part(Values values, Key<Duration> key, Duration share) {
        double scale = (double) values.get(lease).toNanos() / usual.lease().toNanos();
        return values.isSet(key) ? values.get(key) : Duration.ofMillis(Math.round(scale * share.toMillis()));
    }
}
