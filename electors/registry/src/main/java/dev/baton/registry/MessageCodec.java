// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
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
import java.io.DataInputStream;
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
        Writer writer = new Writer();
        writer.out.mark(VERSION);
        message.deliverTo(writer);
        return writer.out.toByteArray();
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

    /** Writes a message of each kind; a new kind of message does not compile until it is written. */
    private static final class Writer implements RegistryMessage.Handler, VotingMessage.Handler {
        private final MemoryBytes out = new MemoryBytes();

        @Override
        public void ballot(Ballot ballot) {
            ballot.message().deliverTo(this);
        }

        @Override
        public void mine(Mine mine) {
            out.mark(8);
            out.number(mine.number());
            out.number(mine.knows());
            registrations(mine.registrations());
            out.count(mine.wanted().size());
            mine.wanted().forEach(name -> out.text(name.value()));
        }

        @Override
        public void table(Table table) {
            out.mark(9);
            out.number(table.number());
            out.number(table.heard());
            registrations(table.registrations());
            registrations(table.lost());
        }

        @Override
        public void preVote(PreVote question) {
            about(10, question);
            token(question.token());
            out.number(question.lease().toNanos());
            out.count(question.size());
        }

        @Override
        public void ask(Ask ask) {
            about(1, ask);
            token(ask.token());
            out.number(ask.epoch().value());
            out.number(ask.lease().toNanos());
            out.count(ask.size());
        }

        @Override
        public void vote(Vote vote) {
            about(2, vote);
            token(vote.token());
            out.text(vote.answer().name());
            out.number(vote.highest().value());
            out.count(vote.size());
        }

        @Override
        public void renew(Renew renew) {
            out.mark(3);
            leader(renew.leader());
            token(renew.token());
            out.number(renew.number());
            out.number(renew.lease().toNanos());
            out.count(renew.size());
            out.mark(renew.priority().value());
        }

        @Override
        public void renewed(Renewed renewed) {
            about(4, renewed);
            token(renewed.token());
            out.number(renewed.number());
            out.mark(renewed.promised() ? 1 : 0);
            out.count(renewed.size());
        }

        @Override
        public void release(Release release) {
            out.mark(5);
            leader(release.leader());
            token(release.token());
            nodeId(release.successor());
        }

        @Override
        public void cancel(Cancel cancel) {
            about(6, cancel);
            token(cancel.token());
        }

        @Override
        public void verdict(Verdict verdict) {
            about(7, verdict);
            token(verdict.loser());
            nodeId(verdict.successor());
        }

        @Override
        public void claim(Claim claim) {
            about(11, claim);
            token(claim.token());
            out.mark(claim.priority().value());
        }

        private void about(int kind, VotingMessage message) {
            out.mark(kind);
            out.text(message.election().value());
        }

        private void token(LeaseToken token) {
            out.number(token.high());
            out.number(token.low());
        }

        private void node(Node node) {
            out.text(node.id().value());
            out.number(node.incarnation().value());
        }

        private void nodeId(Optional<NodeId> id) {
            out.text(id.map(NodeId::value).orElse(""));
        }

        private void leader(Leader leader) {
            out.text(leader.election().value());
            node(leader.node());
            out.number(leader.epoch().value());
            Map<String, String> endpoints = leader.endpoints().byPurpose();
            out.mark(endpoints.size());
            endpoints.forEach((purpose, address) -> {
                out.text(purpose);
                out.text(address);
            });
        }

        private void registrations(List<NameRegistration> registrations) {
            out.count(registrations.size());
            for (NameRegistration registration : registrations) {
                out.text(registration.name().value());
                node(registration.owner());
                out.number(registration.number());
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
