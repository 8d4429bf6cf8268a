// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Endpoints;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.allocation.AllocationNode;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A node as the controller knows it.
 *
 * @param epoch rises with every registration of any node, and is never given out again
 * @param zone what fails together with it; empty when that is not known
 * @param weight how much it takes in relation to other nodes
 * @param fenced whether it has not been heard from for too long: it takes and leads nothing
 * @param draining whether it is being drained, and gets nothing new
 * @param format that its version knows
 */
public record ClusterNode(
        NodeId id,
        Incarnation incarnation,
        long epoch,
        String zone,
        int weight,
        Endpoints endpoints,
        boolean fenced,
        boolean draining,
        int format) {
    /** The endpoint under which a node says which member of Raft groups it is: {@code NODE@STORAGE=HOST:PORT}. */
    public static final String MEMBER = "raft-member";

    public static final int MAX_ZONE = 64;
    public static final int MAX_WEIGHT = AllocationNode.MAX_CAPACITY;

    public ClusterNode {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(incarnation, "incarnation");
        Objects.requireNonNull(endpoints, "endpoints");
        if (zone.length() > MAX_ZONE || !zone.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException(
                    "node " + id + " has a zone that is not plain text of at most " + MAX_ZONE + " characters");
        }
        if (weight < 1 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException("node " + id + " has the weight " + weight + "; use 1 to " + MAX_WEIGHT);
        }
    }

    /** A node of weight 1 in no zone, as it registers itself. */
    public static ClusterNode of(NodeId id, Incarnation incarnation) {
        return new ClusterNode(id, incarnation, 0, "", 1, Endpoints.NONE, false, false, LogFormatVersion.LATEST);
    }

    public ClusterNode inZone(String changed) {
        return new ClusterNode(id, incarnation, epoch, changed, weight, endpoints, fenced, draining, format);
    }

    public ClusterNode withWeight(int changed) {
        return new ClusterNode(id, incarnation, epoch, zone, changed, endpoints, fenced, draining, format);
    }

    public ClusterNode at(Endpoints changed) {
        return new ClusterNode(id, incarnation, epoch, zone, weight, changed, fenced, draining, format);
    }

    ClusterNode withEpoch(long given) {
        return new ClusterNode(id, incarnation, given, zone, weight, endpoints, fenced, draining, format);
    }

    ClusterNode withFenced(boolean changed) {
        return new ClusterNode(id, incarnation, epoch, zone, weight, endpoints, changed, draining, format);
    }

    ClusterNode withDraining(boolean changed) {
        return new ClusterNode(id, incarnation, epoch, zone, weight, endpoints, fenced, changed, format);
    }

    ClusterNode withFormat(int known) {
        return new ClusterNode(id, incarnation, epoch, zone, weight, endpoints, fenced, draining, known);
    }

    /** Which member of Raft groups it is, if it has said so. */
    public Optional<String> member() {
        return endpoints.find(MEMBER);
    }

    /** Whether new replicas may be placed on it, and leaders be moved to it. */
    public boolean takes() {
        return !fenced && !draining;
    }

    void write(FieldWriter out) {
        out.text(1, id.value()).number(2, incarnation.value()).number(3, epoch);
        out.text(4, zone).number(5, weight).flag(7, fenced).flag(8, draining).number(9, format);
        new TreeMap<>(endpoints.byPurpose())
                .forEach((purpose, address) ->
                        out.nested(6, in -> in.text(1, purpose).text(2, address)));
    }

    static ClusterNode read(FieldReader in) {
        String id = "";
        long incarnation = 0;
        long epoch = 0;
        String zone = "";
        int weight = 0;
        Map<String, String> addresses = new HashMap<>();
        boolean fenced = false;
        boolean draining = false;
        int format = LogFormatVersion.FIRST;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> id = in.text();
                case 2 -> incarnation = in.number();
                case 3 -> epoch = in.number();
                case 4 -> zone = in.text();
                case 5 -> weight = in.number(MAX_WEIGHT);
                case 6 -> {
                    NamedValue address = NamedValue.read(in.nested());
                    addresses.put(address.key(), address.value());
                }
                case 7 -> fenced = in.flag();
                case 8 -> draining = in.flag();
                case 9 -> format = in.number(Integer.MAX_VALUE);
                default -> {}
            }
        }
        return new ClusterNode(
                NodeId.of(id),
                new Incarnation(incarnation),
                epoch,
                zone,
                weight,
                new Endpoints(addresses),
                fenced,
                draining,
                format);
    }
}
