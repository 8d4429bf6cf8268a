// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.group.ReplicatedData.Logged;
import dev.baton.raft.group.ReplicatedData.Point;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.thirdparty.com.google.protobuf.CodedInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries at the end of a group's log, read before Ratis does. One whose data never reached the disk was not
 * acknowledged, and is cut off with all that are behind it.
 */
final class DataLogTail {
    private static final Logger LOG = LoggerFactory.getLogger(DataLogTail.class);
    private static final String OPEN = "log_inprogress_";
    private static final String CLOSED = "log_";

    /** A file of the log, by the index of its first entry. */
    private record Segment(Path file, long first, boolean open) {}

    /** Where an entry begins. */
    private record Place(Segment segment, long index, int position) {}

    private final List<Segment> segments;
    private final List<Place> places = new ArrayList<>();
    private final List<Logged> entries = new ArrayList<>();

    private DataLogTail(List<Segment> segments) {
        this.segments = segments;
    }

    /**
     * @param log the folder with Ratis's log
     * @param after entries up to this one are not looked at
     */
    static DataLogTail read(Path log, long after) throws IOException {
        DataLogTail tail = new DataLogTail(segments(log));
        for (int i = 0; i < tail.segments.size(); i++) {
            boolean isBefore =
                    i + 1 < tail.segments.size() && tail.segments.get(i + 1).first() <= after + 1;
            if (!isBefore) {
                tail.read(tail.segments.get(i), after);
            }
        }
        return tail;
    }

    private static List<Segment> segments(Path log) throws IOException {
        if (!Files.isDirectory(log)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(log)) {
            return files.filter(file -> file.getFileName().toString().matches("log_(inprogress_\\d+|\\d+-\\d+)"))
                    .map(DataLogTail::segment)
                    .sorted(Comparator.comparingLong(Segment::first))
                    .toList();
        }
    }

    private static Segment segment(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(OPEN)
                ? new Segment(file, Long.parseLong(name.substring(OPEN.length())), true)
                : new Segment(file, Long.parseLong(name.substring(CLOSED.length(), name.indexOf('-'))), false);
    }

    private void read(Segment segment, long after) throws IOException {
        byte[] bytes = Files.readAllBytes(segment.file());
        TornLogTail.records(bytes, (from, to) -> {
            CodedInputStream in = CodedInputStream.newInstance(bytes, from, to - from);
            int length = in.readRawVarint32();
            int start = from + in.getTotalBytesRead();
            LogEntryProto entry = LogEntryProto.parseFrom(CodedInputStream.newInstance(bytes, start, length));
            if (entry.getIndex() > after) {
                places.add(new Place(segment, entry.getIndex(), from));
                if (entry.hasStateMachineLogEntry()) {
                    entries.add(logged(entry));
                }
            }
        });
    }

    private static Logged logged(LogEntryProto entry) {
        StateMachineLogEntryProto logged = entry.getStateMachineLogEntry();
        return new Logged(
                new Point(entry.getTerm(), entry.getIndex()),
                logged.getLogData().toByteArray(),
                logged.hasStateMachineEntry() ? logged.getStateMachineEntry().getLogEntryProtoSerializedSize() : 0);
    }

    List<Logged> entries() {
        return entries;
    }

    /** Cuts off this entry and all behind it. */
    void cut(long index) throws IOException {
        Place place =
                places.stream().filter(it -> it.index() == index).findFirst().orElseThrow();
        LOG.warn(
                "{}: dropping the entries from {} on, whose data was not written",
                place.segment().file(),
                index);
        for (Segment segment : segments) {
            if (segment.first() > place.segment().first()) {
                Files.delete(segment.file());
            }
        }
        Path file = place.segment().file();
        if (place.index() == place.segment().first()) {
            Files.delete(file);
        } else {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(place.position());
                channel.force(true);
            }
            if (!place.segment().open()) {
                Files.move(file, file.resolveSibling(CLOSED + place.segment().first() + "-" + (index - 1)));
            }
        }
        try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
