// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Incarnation;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.Bounds;
import dev.baton.quorum.VotingMessage;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.Claim;
import dev.baton.quorum.VotingMessage.PreVote;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.registry.RegistryMessage.Mine;
import dev.baton.registry.RegistryMessage.Table;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Messages as bytes: the protocol's version, a mark of the kind, the fields. What cannot be read is refused as a whole
 * with {@link UnreadableMessageException}; lengths are checked before anything is made of them.
 */
final class MessageCodec {
    /** Rises when older nodes could not read what newer ones write. */
    static final int VERSION = 3;

    static final int MAX_BYTES = 8 * 1024 * 1024;
    private static final int MAX_ENTRIES = 100_000;

    private MessageCodec() {}

    /** Bytes that are no message of this version. */
    static final class UnreadableMessageException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableMessageException(String why) {
            super(why);
        }
    }

    static byte[] write(RegistryMessage message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Writer writer = new Writer(new DataOutputStream(bytes));
        try {
            writer.out.writeByte(VERSION);
            writer.write(message);
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory failed", impossible);
        }
        return bytes.toByteArray();
    }

    static RegistryMessage read(byte[] bytes, int offset, int length) throws UnreadableMessageException {
        if (length > MAX_BYTES) {
            throw new UnreadableMessageException(length + " bytes are more than " + MAX_BYTES);
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, offset, length))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new UnreadableMessageException(
                        "protocol version " + version + " is spoken, this node speaks " + VERSION);
            }
            RegistryMessage message = new Reader(in).message();
            if (in.available() > 0) {
                throw new UnreadableMessageException(in.available() + " bytes too many");
            }
            return message;
        } catch (IOException | IllegalArgumentException problem) {
            throw new UnreadableMessageException("unreadable: " + problem);
        }
    }

    private record Writer(DataOutputStream out) {
        void write(RegistryMessage message) throws IOException {
            if (message instanceof Ballot it) {
                write(it.message());
            } else if (message instanceof Mine it) {
                out.writeByte(8);
                out.writeLong(it.number());
                out.writeLong(it.knows());
                registrations(it.registrations());
                out.writeInt(it.wanted().size());
                for (RegistryName name : it.wanted()) {
                    out.writeUTF(name.value());
                }
            } else if (message instanceof Table it) {
                out.writeByte(9);
                out.writeLong(it.number());
                out.writeLong(it.heard());
                registrations(it.registrations());
                registrations(it.lost());
            }
        }

        private void write(VotingMessage message) throws IOException {
            if (message instanceof Ask it) {
                out.writeByte(1);
                out.writeUTF(it.election().value());
                token(it.token());
                out.writeLong(it.epoch().value());
                out.writeLong(it.lease().toNanos());
                out.writeInt(it.size());
            } else if (message instanceof Vote it) {
                out.writeByte(2);
                out.writeUTF(it.election().value());
                token(it.token());
                out.writeUTF(it.answer().name());
                out.writeLong(it.highest().value());
                out.writeInt(it.size());
            } else if (message instanceof Renew it) {
                out.writeByte(3);
                leader(it.leader());
                token(it.token());
                out.writeLong(it.number());
                out.writeLong(it.lease().toNanos());
                out.writeInt(it.size());
                out.writeByte(it.priority().value());
            } else if (message instanceof Renewed it) {
                out.writeByte(4);
                out.writeUTF(it.election().value());
                token(it.token());
                out.writeLong(it.number());
                out.writeBoolean(it.promised());
                out.writeInt(it.size());
            } else if (message instanceof Release it) {
                out.writeByte(5);
                leader(it.leader());
                token(it.token());
                nodeId(it.successor());
            } else if (message instanceof Cancel it) {
                out.writeByte(6);
                out.writeUTF(it.election().value());
                token(it.token());
            } else if (message instanceof Verdict it) {
                out.writeByte(7);
                out.writeUTF(it.election().value());
                token(it.loser());
                nodeId(it.successor());
            } else if (message instanceof Claim it) {
                out.writeByte(11);
                out.writeUTF(it.election().value());
                token(it.token());
                out.writeByte(it.priority().value());
            } else if (message instanceof PreVote it) {
                out.writeByte(10);
                out.writeUTF(it.election().value());
                token(it.token());
                out.writeLong(it.lease().toNanos());
                out.writeInt(it.size());
            }
        }

        private void token(LeaseToken token) throws IOException {
            out.writeLong(token.high());
            out.writeLong(token.low());
        }

        private void node(Node node) throws IOException {
            out.writeUTF(node.id().value());
            out.writeLong(node.incarnation().value());
        }

        private void nodeId(Optional<NodeId> id) throws IOException {
            out.writeUTF(id.map(NodeId::value).orElse(""));
        }

        private void leader(Leader leader) throws IOException {
            out.writeUTF(leader.election().value());
            node(leader.node());
            out.writeLong(leader.epoch().value());
            out.writeByte(leader.endpoints().byPurpose().size());
            for (Map.Entry<String, String> endpoint :
                    leader.endpoints().byPurpose().entrySet()) {
                out.writeUTF(endpoint.getKey());
                out.writeUTF(endpoint.getValue());
            }
        }

        private void registration(NameRegistration registration) throws IOException {
            out.writeUTF(registration.name().value());
            node(registration.owner());
            out.writeLong(registration.number());
        }

        private void registrations(List<NameRegistration> registrations) throws IOException {
            out.writeInt(registrations.size());
            for (NameRegistration registration : registrations) {
                registration(registration);
            }
        }
    }

    private record Reader(DataInputStream in) {
        RegistryMessage message() throws IOException {
            int kind = in.readUnsignedByte();
            return switch (kind) {
                case 1 -> new Ballot(new Ask(election(), token(), epoch(), duration(), size()));
                case 2 -> new Ballot(new Vote(election(), token(), answer(), epoch(), size()));
                case 3 -> new Ballot(new Renew(leader(), token(), in.readLong(), duration(), size(), priority()));
                case 4 -> new Ballot(new Renewed(election(), token(), in.readLong(), in.readBoolean(), size()));
                case 5 -> new Ballot(new Release(leader(), token(), nodeId()));
                case 6 -> new Ballot(new Cancel(election(), token()));
                case 7 -> new Ballot(new Verdict(election(), token(), nodeId()));
                case 8 -> new Mine(in.readLong(), in.readLong(), registrations(), names());
                case 9 -> new Table(in.readLong(), in.readLong(), registrations(), registrations());
                case 11 -> new Ballot(new Claim(election(), token(), priority()));
                case 10 -> new Ballot(new PreVote(election(), token(), duration(), size()));
                default -> throw new IOException("kind " + kind);
            };
        }

        private ElectionName election() throws IOException {
            return ElectionName.of(in.readUTF());
        }

        private Priority priority() throws IOException {
            return new Priority(in.readUnsignedByte());
        }

        private LeaseToken token() throws IOException {
            return new LeaseToken(in.readLong(), in.readLong());
        }

        private Epoch epoch() throws IOException {
            Epoch epoch = Epoch.of(in.readLong());
            if (epoch.isAfter(Bounds.HIGHEST_EPOCH)) {
                throw new IOException("epoch " + epoch);
            }
            return epoch;
        }

        private Duration duration() throws IOException {
            long nanos = in.readLong();
            if (nanos <= 0 || nanos > Bounds.MAX_LEASE.toNanos()) {
                throw new IOException("a lease of " + nanos + " ns");
            }
            return Duration.ofNanos(nanos);
        }

        private int size() throws IOException {
            int size = in.readInt();
            if (size < 1 || size > RegistrySettings.MAX_VOTERS) {
                throw new IOException("a cluster of " + size + " voters");
            }
            return size;
        }

        private Answer answer() throws IOException {
            return Answer.valueOf(in.readUTF());
        }

        private Node node() throws IOException {
            return new Node(NodeId.of(in.readUTF()), new Incarnation(in.readLong()));
        }

        private Optional<NodeId> nodeId() throws IOException {
            String id = in.readUTF();
            return id.isEmpty() ? Optional.empty() : Optional.of(NodeId.of(id));
        }

        private Leader leader() throws IOException {
            ElectionName election = election();
            Node node = node();
            Epoch epoch = epoch();
            Map<String, String> endpoints = new HashMap<>();
            int count = in.readUnsignedByte();
            for (int i = 0; i < count; i++) {
                endpoints.put(in.readUTF(), in.readUTF());
            }
            return new Leader(election, node, epoch, new Endpoints(endpoints));
        }

        private NameRegistration registration() throws IOException {
            return new NameRegistration(RegistryName.of(in.readUTF()), node(), in.readLong());
        }

        private List<NameRegistration> registrations() throws IOException {
            int count = count();
            List<NameRegistration> list = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                list.add(registration());
            }
            return list;
        }

        private List<RegistryName> names() throws IOException {
            int count = count();
            List<RegistryName> list = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                list.add(RegistryName.of(in.readUTF()));
            }
            return list;
        }

        private int count() throws IOException {
            int count = in.readInt();
            if (count < 0 || count > MAX_ENTRIES) {
                throw new IOException(count + " entries");
            }
            return count;
        }
    }
}
