// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a member needs to know before it has a log. Who is in the group is in its log; the lists here count until this
 * member is in it.
 *
 * @param self this member, and where it listens
 * @param folder holds the log, the snapshots and the identity of this member, and nothing else
 * @param bootstrap the first members of a new group, this one included: used once, when all of them have empty folders;
 *     empty if this member joins a group that is there
 * @param contacts addresses of members of the group, to join it by
 * @param maxVoters 1, 3, 5 or 7: further members follow without a vote
 * @param goneAfter a voter that has not answered for so long gives its vote to a listener, if there is one, and
 *     follows without one when it is back
 * @param snapshotEvery a snapshot is taken, and the log before it dropped, after so many entries
 * @param copyBytesPerSecond so fast, at most, it takes copies of groups from other members
 * @param tls needed unless this member listens on a loopback address
 */
public record MemberSettings(
        MemberAddress self,
        Path folder,
        List<MemberAddress> bootstrap,
        List<String> contacts,
        int maxVoters,
        Duration goneAfter,
        long snapshotEvery,
        long copyBytesPerSecond,
        Optional<MemberTls> tls) {
    public static final int DEFAULT_MAX_VOTERS = 5;
    public static final Duration DEFAULT_GONE_AFTER = Duration.ofMinutes(10);
    public static final long DEFAULT_SNAPSHOT_EVERY = 20_000;
    public static final long DEFAULT_COPY_BYTES_PER_SECOND = 50_000_000;
    /** A chunk of a copy has a megabyte, and has to come before others believe that the leader is gone. */
    public static final long MIN_COPY_BYTES_PER_SECOND = 5_000_000;

    private static final Set<Integer> VOTERS = Set.of(1, 3, 5, 7);
    private static final Duration MIN_GONE_AFTER = Duration.ofSeconds(5);

    public MemberSettings {
        bootstrap = List.copyOf(bootstrap);
        contacts = List.copyOf(contacts);
        Set<Object> seen = new HashSet<>();
        for (MemberAddress member : bootstrap) {
            if (!seen.add(member.node()) || !seen.add(member.authority())) {
                throw new IllegalArgumentException("bootstrap names " + member + " twice: " + bootstrap);
            }
        }
        if (!bootstrap.isEmpty() && !bootstrap.contains(self)) {
            throw new IllegalArgumentException("bootstrap does not name " + self + " itself: " + bootstrap);
        }
        if (bootstrap.isEmpty() && contacts.isEmpty()) {
            throw new IllegalArgumentException(
                    self + " has neither first members to form a group with nor an address" + " to join one by");
        }
        if (!VOTERS.contains(maxVoters) || bootstrap.size() > maxVoters) {
            throw new IllegalArgumentException("at most " + maxVoters + " voters with " + bootstrap.size()
                    + " first members: 1, 3, 5 or 7, and not less than the first members");
        }
        if (goneAfter.compareTo(MIN_GONE_AFTER) < 0) {
            throw new IllegalArgumentException("a voter gone after " + goneAfter + ": at least " + MIN_GONE_AFTER);
        }
        if (snapshotEvery < 1) {
            throw new IllegalArgumentException("a snapshot every " + snapshotEvery + " entries: at least 1");
        }
        if (copyBytesPerSecond < MIN_COPY_BYTES_PER_SECOND) {
            throw new IllegalArgumentException(
                    "copies of " + copyBytesPerSecond + " bytes in a second: at least " + MIN_COPY_BYTES_PER_SECOND);
        }
    }

    /** The first start of a group: the same list on all of its first members. */
    public static MemberSettings bootstrap(MemberAddress self, Path folder, List<MemberAddress> all) {
        return new MemberSettings(
                self,
                folder,
                all,
                List.of(),
                DEFAULT_MAX_VOTERS,
                DEFAULT_GONE_AFTER,
                DEFAULT_SNAPSHOT_EVERY,
                DEFAULT_COPY_BYTES_PER_SECOND,
                Optional.empty());
    }

    /** A further member of a group, known by the addresses of some that are in it. */
    public static MemberSettings joining(MemberAddress self, Path folder, List<String> contacts) {
        return new MemberSettings(
                self,
                folder,
                List.of(),
                contacts,
                DEFAULT_MAX_VOTERS,
                DEFAULT_GONE_AFTER,
                DEFAULT_SNAPSHOT_EVERY,
                DEFAULT_COPY_BYTES_PER_SECOND,
                Optional.empty());
    }

    public MemberSettings withSnapshotEvery(long entries) {
        return new MemberSettings(
                self, folder, bootstrap, contacts, maxVoters, goneAfter, entries, copyBytesPerSecond, tls);
    }

    public MemberSettings withVoters(int most, Duration gone) {
        return new MemberSettings(
                self, folder, bootstrap, contacts, most, gone, snapshotEvery, copyBytesPerSecond, tls);
    }

    public MemberSettings withCopyRate(long bytesPerSecond) {
        return new MemberSettings(
                self, folder, bootstrap, contacts, maxVoters, goneAfter, snapshotEvery, bytesPerSecond, tls);
    }

    public MemberSettings withTls(MemberTls protection) {
        return new MemberSettings(
                self,
                folder,
                bootstrap,
                contacts,
                maxVoters,
                goneAfter,
                snapshotEvery,
                copyBytesPerSecond,
                Optional.of(protection));
    }

    /** What goes over a network must be protected: any caller that reaches a member's port could change its group. */
    public void requireProtection() {
        InetSocketAddress address = new InetSocketAddress(self.host(), self.port());
        boolean loopback = !address.isUnresolved() && address.getAddress().isLoopbackAddress();
        if (!loopback && tls.isEmpty()) {
            throw new IllegalArgumentException("Raft member " + self
                    + " would listen beyond the loopback interface without TLS: give it a key, a certificate and the"
                    + " certificates it trusts");
        }
    }

    /** Where to look for others before this member is in a group. */
    List<String> others() {
        List<String> addresses = bootstrap.isEmpty()
                ? contacts
                : bootstrap.stream().map(MemberAddress::authority).toList();
        return addresses.stream()
                .filter(address -> !address.equals(self.authority()))
                .toList();
    }
}
