// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.UnavailableException;
import dev.baton.internal.state.EpochLines;
import dev.baton.internal.state.StateFile;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Epochs that survive the process, one line per election. A new one is on the disk before it is handed out. */
final class EpochFile implements EpochSource {
    private static final String REMEDY = "restore it, or remove it once nothing remembers its epochs";

    private final StateFile file;
    private final Map<ElectionName, Epoch> last;

    EpochFile(Path path) {
        this.file = new StateFile(path, "epochs", "standalone", REMEDY);
        if (file.isCopy()) {
            file.close();
            throw new UnavailableException("state file " + file.path() + " is a copy, or was restored from a backup, so"
                    + " later epochs than its last may have been given out; put the latest one back, or, if there"
                    + " were none, adopt it (baton adopt-state " + file.path() + ")");
        }
        try {
            this.last = new TreeMap<>(EpochLines.read(file.content().orElse("")));
        } catch (IllegalArgumentException malformed) {
            file.close();
            throw file.damaged(String.valueOf(malformed.getMessage()));
        }
    }

    @Override
    public synchronized Map<ElectionName, Epoch> next(Collection<ElectionName> elections) {
        Map<ElectionName, Epoch> next = new HashMap<>();
        elections.forEach(election ->
                next.put(election, last.getOrDefault(election, Epoch.NONE).next()));
        Map<ElectionName, Epoch> changed = new TreeMap<>(last);
        changed.putAll(next);
        file.replace(EpochLines.write(changed));
        last.putAll(next);
        return next;
    }

    @Override
    public synchronized void close() {
        file.close();
    }
}
