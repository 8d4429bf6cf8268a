// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;

/** A {@link GroupMember} inside a JGroups address, so that every member that sees a view knows who is in it. */
final class JGroupsAddress {
    private static final String KEY = "baton";

    private JGroupsAddress() {}

    /**
     * @param founder whether it is one of those that the others look for. Where no node is in a group yet, the lowest
     *     address opens it and the others join, so those that everyone knows come first.
     */
    static ExtendedUUID of(GroupMember member, boolean founder) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(MessageCodec.VERSION);
            out.writeUTF(member.node().id().value());
            out.writeLong(member.node().incarnation().value());
            out.writeBoolean(member.voter());
            out.writeUTF(member.mark());
            out.writeUTF(member.presence());
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory failed", impossible);
        }
        SecureRandom chance = new SecureRandom();
        long high = founder ? chance.nextLong() | Long.MIN_VALUE : chance.nextLong() & Long.MAX_VALUE;
        return new ExtendedUUID(high, chance.nextLong()).put(KEY, bytes.toByteArray());
    }

    /** Empty if the address is not that of a Baton node of this version. */
    static Optional<GroupMember> read(Address address) {
        byte[] bytes = address instanceof ExtendedUUID extended ? extended.get(KEY) : null;
        if (bytes == null) {
            return Optional.empty();
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readUnsignedByte() != MessageCodec.VERSION) {
                return Optional.empty();
            }
            Node node = new Node(NodeId.of(in.readUTF()), new Incarnation(in.readLong()));
            return Optional.of(new GroupMember(node, in.readBoolean(), in.readUTF(), in.readUTF()));
        } catch (IOException | IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }
}
