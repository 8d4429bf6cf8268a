// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Endpoints;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A controller that commits at once, with a clock that the test moves. */
final class ControllerFixture {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final ControllerSettings SETTINGS = new ControllerSettings(Duration.ofSeconds(5), Duration.ofSeconds(10), 2);

    private final Random chance = new Random(1);
    private final ControllerSettings settings;
    long now;
    final ControllerPart part;
    final DirectGroup group;
    final ControllerClient client;

    ControllerFixture() {
        this(SETTINGS);
    }

    ControllerFixture(ControllerSettings settings) {
        this.settings = settings;
        part = newPart();
        group = new DirectGroup(part);
        client = client(1);
    }

    ControllerPart newPart() {
        return new ControllerPart(settings, () -> now, () -> new UUID(chance.nextLong(), chance.nextLong()));
    }

    ControllerClient client(long id) {
        return new ControllerClient(group, () -> now, id);
    }

    static ControllerFixture withNodes(String... ids) {
        ControllerFixture fixture = new ControllerFixture();
        for (String id : ids) {
            fixture.register(id, "");
        }
        return fixture;
    }

    static Incarnation incarnation(String id) {
        return new Incarnation(id.hashCode() | 1L);
    }

    void register(String id, String zone) {
        client.register(ClusterNode.of(NodeId.of(id), incarnation(id)).inZone(zone), PATIENCE)
                .join();
    }

    /** A node that has said which member of Raft groups it is, so that groups on it have data. */
    void registerMember(String id) {
        client.register(
                        ClusterNode.of(NodeId.of(id), incarnation(id))
                                .at(Endpoints.of(ClusterNode.MEMBER, id + "@disk=10.0.0.1:7500")),
                        PATIENCE)
                .join();
    }

    TopicId create(String name, int partitions, int replicas) {
        return client.createTopic(name, partitions, replicas, Map.of(), PATIENCE)
                .join();
    }

    HeartbeatReply heartbeat(String id, LeaderReport... reports) {
        return client.heartbeat(NodeId.of(id), incarnation(id), List.of(reports), PATIENCE)
                .join();
    }

    void pass(Duration time) {
        now += time.toNanos();
    }

    ControllerState state() {
        return part.readApplied(it -> it.state);
    }

    Topic topic(String name) {
        return state().topic(TopicName.of(name));
    }

    static Code refusalOf(CompletableFuture<?> future) {
        return refusal(future).code();
    }

    static RequestRejectedException refusal(CompletableFuture<?> future) {
        Throwable failure = failure(future);
        if (failure instanceof RequestRejectedException refused) {
            return refused;
        }
        throw new AssertionError("not refused, but " + failure, failure);
    }

    /** How a future has failed; it must have. */
    static Throwable failure(CompletableFuture<?> future) {
        if (!future.isDone()) {
            throw new AssertionError("not done");
        }
        Throwable failure = future.handle((value, thrown) -> thrown).join();
        if (failure == null) {
            throw new AssertionError("did not fail: " + future.join());
        }
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
