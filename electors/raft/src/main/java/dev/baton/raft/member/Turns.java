// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** What concerns one group is done by one thread at a time; another group's goes on meanwhile. Any thread. */
final class Turns {
    private final Map<ByteString, Turn> taken = new ConcurrentHashMap<>();

    /** Of one group, for as long as a caller has it or waits for it. */
    private static final class Turn {
        private final ReentrantLock lock = new ReentrantLock(true);
        private int users;
    }

    void run(RaftGroupId group, Runnable task) {
        run(group.toByteString(), task);
    }

    void run(ByteString group, Runnable task) {
        Turn turn = taken.compute(group, (same, before) -> {
            Turn found = before == null ? new Turn() : before;
            found.users++;
            return found;
        });
        turn.lock.lock();
        try {
            task.run();
        } finally {
            turn.lock.unlock();
            taken.compute(group, (same, mine) -> --turn.users == 0 ? null : mine);
        }
    }

    /** Groups that a caller is working on. */
    int size() {
        return taken.size();
    }
}
