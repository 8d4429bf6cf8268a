// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether records may go to further files: each segment is one that stays open, and a process that may open no more cannot
 * write what it has to. Counted every so often, by one thread; asked by any.
 */
final class OpenFiles {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);
    /** The rest is for connections, for the log, and for what followers are sent. */
    private static final double PART_OF_ALLOWED = 0.75;

    private final LongSupplier open;
    private final long most;
    private volatile boolean scarce;

    OpenFiles(LongSupplier open, long most) {
        this.open = open;
        this.most = most;
    }

    static OpenFiles ofProcess() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? new OpenFiles(system::getOpenFileDescriptorCount, (long)
                        (system.getMaxFileDescriptorCount() * PART_OF_ALLOWED))
                : unlimited();
    }

    static OpenFiles unlimited() {
        return new OpenFiles(() -> 0, Long.MAX_VALUE);
    }

    void look() {
        long now = open.getAsLong();
        boolean was = scarce;
        scarce = now >= most;
        if (scarce && !was) {
            LOG.warn("{} files are open: records are only taken where no further one is needed (limit {})", now, most);
        } else if (was && !scarce) {
            LOG.info("{} files are open: all records are taken again (limit {})", now, most);
        }
    }

    boolean areScarce() {
        return scarce;
    }

    @Override
    public String toString() {
        return "limit " + most;
    }
}
