// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.LeaseClaim;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How requests travel to the leader of the group, many in one call, and the replies back. */
final class Calls {
    static final int VERSION = 1;
    /** More requests than that go in several calls. */
    static final int MAX_REQUESTS = 1_000;

    private static final int REQUESTS = 1;
    private static final int NEWS = 2;

    private static final int READ = 1;
    private static final int ACQUIRE = 2;
    private static final int RENEW = 3;
    private static final int RELEASE = 4;
    private static final int CLAIM = 5;

    private static final int REFUSED = 0;
    private static final int ANSWERED = 1;
    private static final int FAILED = 0;
    private static final int ROW = 1;

    private Calls() {}

    private interface Body {
        void write(DataOutput out) throws IOException;
    }

    private static byte[] bytes(Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            body.write(new DataOutputStream(bytes));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    static byte[] request(List<LeaseRequest> requests) {
        return bytes(out -> {
            out.writeByte(VERSION);
            out.writeByte(REQUESTS);
            out.writeShort(requests.size());
            Writer writer = new Writer();
            for (LeaseRequest request : requests) {
                request.answerBy(writer).write(out);
            }
        });
    }

    /** @throws IllegalArgumentException if it is invalid, with what a person needs to know */
    static List<LeaseRequest> requests(byte[] call) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(call));
        try {
            requireVersion(in.readUnsignedByte());
            int kind = in.readUnsignedByte();
            if (kind != REQUESTS) {
                throw new IllegalArgumentException("a call of kind " + kind + " is not known");
            }
            int count = in.readUnsignedShort();
            if (count > MAX_REQUESTS) {
                throw new IllegalArgumentException(count + " requests in one call are more than " + MAX_REQUESTS);
            }
            List<LeaseRequest> requests = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                requests.add(request(in));
            }
            if (in.read() >= 0) {
                throw new IllegalArgumentException("the call is longer than its " + count + " requests");
            }
            return requests;
        } catch (IOException torn) {
            throw new IllegalArgumentException("the call is cut off after " + call.length + " bytes", torn);
        }
    }

    private static void requireVersion(int version) {
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "the call has version " + version + ", and this side speaks version " + VERSION);
        }
    }

    private static LeaseRequest request(DataInput in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case READ -> new LeaseRequest.Read(Fields.election(in));
            case ACQUIRE ->
                new LeaseRequest.Acquire(
                        new ElectionEntry(Fields.election(in), Fields.node(in), Fields.endpoints(in)),
                        Fields.token(in),
                        Fields.epoch(in),
                        Fields.length(in),
                        Fields.optional(in, Fields::token),
                        Fields.priority(in));
            case RENEW -> new LeaseRequest.Renew(Fields.election(in), Fields.token(in), Fields.length(in));
            case RELEASE ->
                new LeaseRequest.Release(Fields.election(in), Fields.token(in), Fields.optional(in, Fields::id));
            case CLAIM ->
                new LeaseRequest.Claim(
                        Fields.election(in),
                        Fields.token(in),
                        new LeaseClaim(Fields.node(in), Fields.priority(in)),
                        Fields.length(in));
            default -> throw new IllegalArgumentException("the call has a request of kind " + kind);
        };
    }

    private static final class Writer implements LeaseRequest.Handler<Body> {
        @Override
        public Body read(LeaseRequest.Read request) {
            return it -> {
                it.writeByte(READ);
                Fields.election(it, request.election());
            };
        }

        @Override
        public Body acquire(LeaseRequest.Acquire request) {
            return it -> {
                it.writeByte(ACQUIRE);
                Fields.election(it, request.election());
                Fields.node(it, request.entry().self());
                Fields.endpoints(it, request.entry().endpoints());
                Fields.token(it, request.token());
                Fields.epoch(it, request.floor());
                Fields.length(it, request.lease());
                Fields.optional(it, request.gone(), Fields::token);
                Fields.priority(it, request.priority());
            };
        }

        @Override
        public Body renew(LeaseRequest.Renew request) {
            return it -> {
                it.writeByte(RENEW);
                Fields.election(it, request.election());
                Fields.token(it, request.token());
                Fields.length(it, request.lease());
            };
        }

        @Override
        public Body release(LeaseRequest.Release request) {
            return it -> {
                it.writeByte(RELEASE);
                Fields.election(it, request.election());
                Fields.token(it, request.token());
                Fields.optional(it, request.successor(), Fields::id);
            };
        }

        @Override
        public Body claim(LeaseRequest.Claim request) {
            return it -> {
                it.writeByte(CLAIM);
                Fields.election(it, request.election());
                Fields.token(it, request.token());
                Fields.node(it, request.claim().node());
                Fields.priority(it, request.claim().priority());
                Fields.length(it, request.length());
            };
        }
    }

    /** The call as a whole is invalid. */
    static byte[] refusal(String why) {
        return bytes(out -> {
            out.writeByte(VERSION);
            out.writeByte(REFUSED);
            out.writeUTF(why);
        });
    }

    static byte[] reply(List<LeaseReply> replies) {
        return bytes(out -> {
            out.writeByte(VERSION);
            out.writeByte(ANSWERED);
            out.writeShort(replies.size());
            for (LeaseReply reply : replies) {
                if (reply instanceof LeaseReply.Answered answered) {
                    out.writeByte(ROW);
                    Fields.optional(out, answered.row(), Calls::row);
                } else if (reply instanceof LeaseReply.Failed failed) {
                    out.writeByte(FAILED);
                    out.writeUTF(failed.why());
                }
            }
        });
    }

    /** @throws IllegalArgumentException if the call was refused, or this is not a reply to so many requests */
    static List<LeaseReply> replies(byte[] reply, int requests) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(reply));
        try {
            requireVersion(in.readUnsignedByte());
            if (in.readUnsignedByte() == REFUSED) {
                throw new IllegalArgumentException(in.readUTF());
            }
            int count = in.readUnsignedShort();
            if (count != requests) {
                throw new IllegalArgumentException(count + " replies to " + requests + " requests");
            }
            List<LeaseReply> replies = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                replies.add(
                        in.readUnsignedByte() == ROW
                                ? new LeaseReply.Answered(Fields.optional(in, Calls::row))
                                : LeaseReply.Failed.unreachable(in.readUTF()));
            }
            return replies;
        } catch (IOException torn) {
            throw new IllegalArgumentException("the reply is cut off after " + reply.length + " bytes", torn);
        }
    }

    // ---- what was given back

    /**
     * Asks what was given back.
     *
     * @param since the index after which
     * @param hold how long the answer may wait for news
     */
    record News(long since, Duration hold) {
        byte[] call() {
            return bytes(out -> {
                out.writeByte(VERSION);
                out.writeByte(NEWS);
                out.writeLong(since);
                out.writeInt((int) hold.toMillis());
            });
        }

        /** Nothing if a call asks for something else. */
        static Optional<News> of(byte[] call) {
            if (call.length != 2 + Long.BYTES + Integer.BYTES || call[0] != VERSION || call[1] != NEWS) {
                return Optional.empty();
            }
            ByteBuffer content = ByteBuffer.wrap(call, 2, call.length - 2);
            return Optional.of(new News(content.getLong(), Duration.ofMillis(content.getInt())));
        }
    }

    static byte[] reply(Releases.News news) {
        return bytes(out -> {
            out.writeByte(VERSION);
            out.writeByte(ANSWERED);
            out.writeLong(news.latest());
            out.writeShort(news.released().size());
            for (ElectionName election : news.released()) {
                Fields.election(out, election);
            }
        });
    }

    /** @throws IllegalArgumentException if this is no such reply */
    static Releases.News news(byte[] reply) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(reply));
        try {
            requireVersion(in.readUnsignedByte());
            if (in.readUnsignedByte() == REFUSED) {
                throw new IllegalArgumentException(in.readUTF());
            }
            long latest = in.readLong();
            int count = in.readUnsignedShort();
            List<ElectionName> released = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                released.add(Fields.election(in));
            }
            return new Releases.News(latest, released);
        } catch (IOException torn) {
            throw new IllegalArgumentException("the news are cut off after " + reply.length + " bytes", torn);
        }
    }

    // ---- rows

    private static void row(DataOutput out, LeaseRow row) throws IOException {
        Fields.leader(out, row.leader());
        Fields.token(out, row.token());
        out.writeLong(row.remaining().toNanos());
        out.writeBoolean(row.released());
        Fields.optional(out, row.successor(), Fields::id);
        Fields.priority(out, row.priority());
        Fields.optional(out, row.claim(), Calls::claim);
    }

    private static LeaseRow row(DataInput in) throws IOException {
        return new LeaseRow(
                Fields.leader(in),
                Fields.token(in),
                Duration.ofNanos(in.readLong()),
                in.readBoolean(),
                Fields.optional(in, Fields::id),
                Fields.priority(in),
                Fields.optional(in, Calls::claim));
    }

    private static void claim(DataOutput out, LeaseClaim claim) throws IOException {
        Fields.node(out, claim.node());
        Fields.priority(out, claim.priority());
    }

    private static LeaseClaim claim(DataInput in) throws IOException {
        return new LeaseClaim(Fields.node(in), Fields.priority(in));
    }
}
