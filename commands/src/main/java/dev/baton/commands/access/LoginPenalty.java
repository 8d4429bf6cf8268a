// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often an address may fail to log in: ten times at once, and then once every six seconds. Confined to one thread;
 * time is monotonic. Remembers a bounded number of addresses, the latest.
 */
public final class LoginPenalty {
    private static final int ALLOWED = 10;
    private static final long FORGIVEN_EVERY = Duration.ofSeconds(6).toNanos();
    private static final int MOST_ADDRESSES = 4096;

    private record Offences(int failures, long since) {
        Offences at(long now) {
            long forgiven = (now - since) / FORGIVEN_EVERY;
            return forgiven >= failures
                    ? new Offences(0, now)
                    : new Offences((int) (failures - forgiven), since + forgiven * FORGIVEN_EVERY);
        }
    }

    private final Map<String, Offences> records = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Offences> eldest) {
            return size() > MOST_ADDRESSES;
        }
    };

    /** May this address try, now? */
    public boolean allows(String address, long now) {
        Offences known = records.get(address);
        return known == null || known.at(now).failures() < ALLOWED;
    }

    public void failed(String address, long now) {
        Offences known = records.getOrDefault(address, new Offences(0, now)).at(now);
        records.put(address, new Offences(known.failures() + 1, known.since()));
    }
}
