// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks.peers;

import java.net.InetAddress;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.VERIFY_SUSPECT2;

/**
 * JGroups' coordinator, the first member of the view, which is the leader of all elections at once. It acts when it is
 * told of a view in which it is the first.
 */
public final class JGroupsCandidate {
    private final CandidateProcess process;
    private JChannel channel;

    private JGroupsCandidate(CandidateProcess process) throws Exception {
        this.process = process;
        this.channel = open();
    }

    public static void main(String[] arguments) throws Exception {
        new JGroupsCandidate(new CandidateProcess(arguments)).run();
    }

    private void run() throws Exception {
        connect();
        process.run(election -> leads(), this::resign);
    }

    private JChannel open() throws Exception {
        JChannel opened = new JChannel("tcp.xml").name(process.text("node"));
        opened.getProtocolStack()
                .getTransport()
                .setBindAddress(InetAddress.getLoopbackAddress())
                .setBindPort(process.number("port"));
        if (process.number("suspect") > 0) {
            FD_ALL3 heartbeats = opened.getProtocolStack().findProtocol(FD_ALL3.class);
            heartbeats.setTimeout(process.number("suspect")).setInterval(process.number("interval"));
            VERIFY_SUSPECT2 verify = opened.getProtocolStack().findProtocol(VERIFY_SUSPECT2.class);
            verify.setTimeout(process.number("verify"));
            MERGE3 merge = opened.getProtocolStack().findProtocol(MERGE3.class);
            merge.setMinInterval(process.number("merge")).setMaxInterval(2L * process.number("merge"));
        }
        opened.setReceiver(new Receiver() {
            private boolean acting;

            @Override
            public void viewAccepted(View view) {
                boolean first = view.getCoord().equals(opened.getAddress());
                if (first && !acting) {
                    process.acts(0);
                } else if (!first && acting) {
                    process.stopped(0);
                }
                acting = first;
            }
        });
        return opened;
    }

    private void connect() throws Exception {
        current().connect("peers");
    }

    private synchronized JChannel current() {
        return channel;
    }

    private boolean leads() {
        JChannel now = current();
        View view = now.getView();
        return view != null && view.getCoord().equals(now.getAddress());
    }

    /** Leaves, and comes back as the last member. */
    private void resign() throws Exception {
        current().close();
        process.stopped(0);
        JChannel again = open();
        synchronized (this) {
            channel = again;
        }
        connect();
    }
}
