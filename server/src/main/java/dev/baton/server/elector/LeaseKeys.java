// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.List;

/** The keys of a lease below those of an elector: its length, and the timings that follow from it by default. */
final class LeaseKeys {
    private final ConfigKey<Duration> lease;
    private final ConfigKey<Duration> renew;
    private final ConfigKey<Duration> margin;
    private final ConfigKey<Duration> timeout;
    private final LeaseTerms usual;

    LeaseKeys(String elector, LeaseTerms usual) {
        this.usual = usual;
        this.lease = ConfigKey.of(
                elector + ".lease",
                KeyType.duration(),
                usual.lease(),
                "how long a leadership outlives the last renewal");
        this.renew = derived(elector, "renew_interval", usual.renewInterval(), "how often it is renewed");
        this.margin = derived(
                elector, "margin", usual.margin(), "how much earlier than the others a leader considers it over");
        this.timeout = derived(elector, "request_timeout", usual.requestTimeout(), "how long to wait for an answer");
    }

    private ConfigKey<Duration> derived(String elector, String name, Duration part, String about) {
        long percent = Math.round(100.0 * part.toNanos() / usual.lease().toNanos());
        return ConfigKey.derived(
                elector + "." + name, KeyType.duration(), Duration.ZERO, percent + " % of the lease", about);
    }

    List<ConfigKey<?>> keys() {
        return List.of(lease, renew, margin, timeout);
    }

    ConfigKey<Duration> lease() {
        return lease;
    }

    LeaseTerms read(EffectiveConfig values) {
        return new LeaseTerms(
                values.get(lease),
                part(values, renew, usual.renewInterval()),
                part(values, margin, usual.margin()),
                part(values, timeout, usual.requestTimeout()));
    }

    private Duration part(EffectiveConfig values, ConfigKey<Duration> key, Duration share) {
        double scale = (double) values.get(lease).toNanos() / usual.lease().toNanos();
        return values.isSet(key) ? values.get(key) : Duration.ofMillis(Math.round(scale * share.toMillis()));
    }
}
