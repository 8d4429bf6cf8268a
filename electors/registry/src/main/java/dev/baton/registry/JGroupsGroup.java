// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Node;
import dev.baton.core.UnavailableException;
import dev.baton.registry.MessageCodec.UnreadableMessageException;
import dev.baton.runtime.AsyncLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;

/** A group on a JGroups channel. Whoever is in it without being a Baton node of this version is not seen. */
final class JGroupsGroup implements Group {
    private static final AsyncLog LOG = AsyncLog.of(JGroupsGroup.class);

    private static final int LOOKS = 2;

    private final JChannel channel;
    private final String cluster;
    private final Member self;
    private final boolean founder;
    private final Seal seal;
    private final Map<Node, Address> addresses = new ConcurrentHashMap<>();
    private final Set<Address> foreign = new HashSet<>();

    JGroupsGroup(JChannel channel, String cluster, Member self, boolean founder, Seal seal) {
        this.seal = seal;
        this.channel = channel;
        this.cluster = cluster;
        this.self = self;
        this.founder = founder;
    }

    @Override
    public void join(Listener listener) {
        channel.setName(self.node().id().value());
        channel.addAddressGenerator(() -> MemberAddress.of(self, founder));
        channel.setDiscardOwnMessages(true);
        channel.setReceiver(new Receiver() {
            @Override
            public void viewAccepted(View view) {
                listener.view(read(view));
            }

            @Override
            public void receive(Message message) {
                Optional<Member> from = MemberAddress.read(message.getSrc());
                if (from.isPresent()) {
                    deliver(from.get().node(), message, listener);
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
     * A node that is not one of those that everybody knows looks for them again before it stays alone: many nodes that
     * start before the known ones would each open a group of its own, and groups by the dozen take long to merge.
     */
    private void connect() throws Exception {
        channel.connect(cluster);
        for (int looks = 1; looks < LOOKS && !founder && channel.getView().size() == 1; looks++) {
            channel.disconnect();
            channel.connect(cluster);
        }
    }

    private GroupView read(View view) {
        List<Member> members = new ArrayList<>();
        for (Address address : view.getMembers()) {
            Optional<Member> member = MemberAddress.read(address);
            if (member.isPresent()) {
                members.add(member.get());
                addresses.put(member.get().node(), address);
            } else if (foreign.add(address)) {
                LOG.warn("{}: {} in {} is no Baton node of this version and is passed over", self, address, cluster);
            }
        }
        Set<Node> here = new HashSet<>();
        members.forEach(member -> here.add(member.node()));
        addresses.keySet().retainAll(here);
        return new GroupView(view.getViewId().getId(), members, view instanceof MergeView);
    }

    private void deliver(Node from, Message message, Listener listener) {
        try {
            byte[] plain = seal.open(from, message.getArray(), message.getOffset(), message.getLength());
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
        try {
            channel.send(new BytesMessage(address, seal.close(to, MessageCodec.write(message))));
        } catch (Exception lost) {
            LOG.debug("{}: message to {} is lost: {}", self, to, lost.toString());
        }
    }

    @Override
    public void close() {
        channel.close();
    }
}
