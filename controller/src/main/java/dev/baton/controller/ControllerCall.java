// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Epoch;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import java.util.ArrayList;
import java.util.List;

/** What is sent to the leader of the controller. */
sealed interface ControllerCall {
    byte[] toBytes();

    /** Something is to be changed, once. */
    record Change(RequestId id, Request request) implements ControllerCall {
        static final int KIND = 1;

        @Override
        public byte[] toBytes() {
            return new FieldWriter()
                    .number(1, KIND)
                    .nested(2, id::write)
                    .number(3, request.kind())
                    .nested(4, request::write)
                    .toBytes();
        }
    }

    /** A node is alive, and says what it leads, and which moves of what it leads are done. */
    record Heartbeat(NodeId node, Incarnation incarnation, List<LeaderReported> reports, List<GroupReplicas> settled)
            implements ControllerCall {
        static final int KIND = 2;
        static final int MAX_REPORTS = 10_000;

        @Override
        public byte[] toBytes() {
            return new FieldWriter()
                    .number(1, KIND)
                    .nested(4, in -> {
                        in.text(1, node.value()).number(2, incarnation.value());
                        reports.forEach(report -> in.nested(
                                3,
                                out -> out.number(1, report.group().value())
                                        .number(2, report.epoch().value())
                                        .flag(3, report.leads())));
                        settled.forEach(each -> in.nested(4, each::write));
                    })
                    .toBytes();
        }

        static Heartbeat read(FieldReader in) {
            NodeId node = null;
            long incarnation = 0;
            List<FieldReader> reports = new ArrayList<>();
            List<FieldReader> settled = new ArrayList<>();
            while (in.next()) {
                switch (in.field()) {
                    case 1 -> node = NodeId.of(in.text());
                    case 2 -> incarnation = in.number();
                    case 3 -> reports.add(in.nested());
                    case 4 -> settled.add(in.nested());
                    default -> {}
                }
            }
            NodeId from = RequiredFields.of(node, "node");
            int all = Math.max(reports.size(), settled.size());
            if (all > MAX_REPORTS) {
                throw new MalformedException(all + " reports are more than " + MAX_REPORTS);
            }
            return new Heartbeat(
                    from,
                    new Incarnation(incarnation),
                    reports.stream().map(it -> report(from, it)).toList(),
                    settled.stream().map(GroupReplicas::read).toList());
        }

        private static LeaderReported report(NodeId node, FieldReader in) {
            long group = 0;
            long epoch = 0;
            boolean leads = false;
            while (in.next()) {
                switch (in.field()) {
                    case 1 -> group = in.number();
                    case 2 -> epoch = in.number();
                    case 3 -> leads = in.flag();
                    default -> {}
                }
            }
            return new LeaderReported(GroupId.of(group), node, Epoch.of(epoch), leads);
        }
    }

    /**
     * Something is to be read, as it is at some moment of the call.
     *
     * @param whole the whole state, or else only its version
     * @param confirmed by a majority; otherwise what this member takes for the state, which is enough to number requests
     */
    record Read(boolean whole, boolean confirmed) implements ControllerCall {
        static final int KIND = 3;

        @Override
        public byte[] toBytes() {
            return new FieldWriter()
                    .number(1, KIND)
                    .nested(4, in -> in.flag(1, whole).flag(2, confirmed))
                    .toBytes();
        }

        static Read read(FieldReader in) {
            boolean whole = false;
            boolean confirmed = false;
            while (in.next()) {
                switch (in.field()) {
                    case 1 -> whole = in.flag();
                    case 2 -> confirmed = in.flag();
                    default -> {}
                }
            }
            return new Read(whole, confirmed);
        }
    }

    static ControllerCall read(byte[] from) {
        int kind = 0;
        RequestId id = new RequestId(0, 0, 0);
        int request = 0;
        byte[] body = {};
        FieldReader in = new FieldReader(from);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> kind = in.number(Integer.MAX_VALUE);
                case 2 -> id = RequestId.read(in.nested());
                case 3 -> request = in.number(Integer.MAX_VALUE);
                case 4 -> body = in.bytes();
                default -> {}
            }
        }
        FieldReader fields = new FieldReader(body);
        return switch (kind) {
            case Change.KIND -> new Change(id, Request.read(request, fields));
            case Heartbeat.KIND -> Heartbeat.read(fields);
            case Read.KIND -> Read.read(fields);
            default -> throw new MalformedException("a call is of the kind " + kind);
        };
    }
}
