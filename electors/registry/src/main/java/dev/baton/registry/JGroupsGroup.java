// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.registry.MessageCodec.UnreadableMessageException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;

/** A group on a JGroups channel. Members that are not Baton nodes of this version are ignored. */
final class JGroupsGroup implements Group {
    private static final AsyncLog LOG = AsyncLog.of(JGroupsGroup.class);

    private static final int LOOKS = 2;
    /** More than a cluster has members, so that members that left the view can still be answered. */
    private static final int MAX_ADDRESSES = 10_000;

    private final JChannel channel;
    private final String cluster;
    private final GroupMember self;
    private final boolean founder;
    private final MessageEncryption seal;
    /**
     * The addresses of members that were in a view or have sent a message; the least recently used is forgotten first.
     */
    private final Map<Node, Address> addresses = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Node, Address> eldest) {
            return size() > MAX_ADDRESSES;
        }
    });

    private final Set<Address> foreign = new HashSet<>();

    JGroupsGroup(JChannel channel, String cluster, GroupMember self, boolean founder, MessageEncryption seal) {
        this.seal = seal;
        this.channel = channel;
        this.cluster = cluster;
        this.self = self;
        this.founder = founder;
    }

    @Override
    public void join(Listener listener) {
        channel.setName(self.node().id().value());
        channel.addAddressGenerator(() -> JGroupsAddress.of(self, founder));
        channel.setDiscardOwnMessages(true);
        channel.setReceiver(new Receiver() {
            @Override
            public void viewAccepted(View view) {
                listener.view(read(view));
            }

            @Override
            public void receive(Message message) {
                Optional<GroupMember> from = JGroupsAddress.read(message.getSrc());
                if (from.isPresent()) {
                    deliver(from.get(), message, listener);
                }
            }
        });
        try {
            connect();
        } catch (Exception problem) {
            channel.close();
            throw new UnavailableException(
                    self.node().id() + " cannot join the cluster " + cluster + ": " + problem.getMessage(), problem);
        }
    }

    /**
     * A node that the others do not look for searches again before it stays alone. Otherwise many nodes that start
     * before the listed ones would each open a group, and dozens of groups take long to merge.
     */
    private void connect() throws Exception {
        channel.connect(cluster);
        for (int looks = 1; looks < LOOKS && !founder && channel.getView().size() == 1; looks++) {
            channel.disconnect();
            channel.connect(cluster);
        }
    }

    private GroupView read(View view) {
        List<GroupMember> members = new ArrayList<>();
        for (Address address : view.getMembers()) {
            Optional<GroupMember> member = JGroupsAddress.read(address);
            if (member.isPresent()) {
                members.add(member.get());
                addresses.put(member.get().node(), address);
            } else if (foreign.add(address)) {
                LOG.warn("{}: ignoring {} in {}: not a Baton node of this version", self, address, cluster);
            }
        }
        return new GroupView(view.getViewId().getId(), members, view instanceof MergeView);
    }

    private void deliver(GroupMember from, Message message, Listener listener) {
        try {
            byte[] plain = seal.open(from.node(), message.getArray(), message.getOffset(), message.getLength());
            addresses.put(from.node(), message.getSrc());
            listener.received(from, MessageCodec.read(plain, 0, plain.length));
        } catch (UnreadableMessageException problem) {
            LOG.warn("{}: message from {} refused: {}", self, from, problem.getMessage());
        }
    }

    @Override
    public void send(Node to, RegistryMessage message) {
        Address address = addresses.get(to);
        if (address == null) {
            return;
        }
        Message sealed = new BytesMessage(address, seal.close(to, MessageCodec.write(message)));
        if (message instanceof RegistryMessage.Ballot) {
            // JGroups repeats and orders messages between members of one view. A vote is for all that can be reached,
            // and one that comes late, after others that were lost, is worth nothing: it is asked for again.
            sealed.setFlag(Message.Flag.NO_RELIABILITY);
        }
        try {
            channel.send(sealed);
        } catch (Exception lost) {
            LOG.debug("{}: message to {} is lost: {}", self, to, lost.toString());
        }
    }

    @Override
    public void close() {
        channel.close();
    }
}
