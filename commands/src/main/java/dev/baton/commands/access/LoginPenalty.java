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

    private record Record(int failures, long since) {
        Record at(long now) {
            long forgiven = (now - since) / FORGIVEN_EVERY;
            return forgiven >= failures
                    ? new Record(0, now)
                    : new Record((int) (failures - forgiven), since + forgiven * FORGIVEN_EVERY);
        }
    }

    private final Map<String, Record> records = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Record> eldest) {
            return size() > MOST_ADDRESSES;
        }
    };

    /** May this address try, now? */
    public boolean allows(String address, long now) {
        Record record = records.get(address);
        return record == null || record.at(now).failures() < ALLOWED;
    }

    public void failed(String address, long now) {
        Record record = records.getOrDefault(address, new Record(0, now)).at(now);
        records.put(address, new Record(record.failures() + 1, record.since()));
    }
}
