// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.polls;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.admin.AdminClient;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.duties.PollJob;
import dev.baton.duties.PollOrchestrator;
import dev.baton.server.http.Route;
import dev.baton.server.part.ElectionPlan;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.RunningPart;
import dev.baton.server.polls.PollView.Order;
import dev.baton.server.polls.PollView.Polls;
import dev.baton.server.polls.PollView.Result;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The polls of a running node: the node orders them while it leads, and performs those that the leader orders. */
final class RunningPolls implements RunningPart {
    private static final int MAX_SHOWN = 200;
    /** The time for the round trip to a node, besides the poll itself. */
    private static final Duration WAY = Duration.ofSeconds(2);

    private final NodeContext node;
    private final ElectionName election;
    private final Map<String, PollPlan> plans;
    private final PollOrchestrator orchestrator;
    private final HttpClient http = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(WAY)
            .build();
    private final AtomicLong good = new AtomicLong();
    private final AtomicLong bad = new AtomicLong();
    private volatile @Nullable Candidate candidate;

    RunningPolls(NodeContext node, ElectionName election, Map<String, PollPlan> plans) {
        this.node = node;
        this.election = election;
        this.plans = plans;
        this.orchestrator = new PollOrchestrator(node.members(), this::dispatch, PollOrchestrator.INTERVAL);
    }

    @Override
    public void prepare(ElectionPlan plan, Baton baton, Baton.CandidateBuilder builder) {
        if (plan.name().equals(election)) {
            builder.duty(new ScheduledPolls(orchestrator, plans.values(), System::nanoTime));
        }
    }

    @Override
    public void stands(ElectionPlan plan, Candidate standing) {
        if (plan.name().equals(election)) {
            candidate = standing;
        }
    }

    private Optional<Leader> leader() {
        Candidate standing = candidate;
        return standing == null ? Optional.empty() : standing.leader();
    }

    private CompletableFuture<Void> dispatch(PollJob job, Runnable accepted) {
        NodeId to = job.node().orElseThrow();
        Order order = new Order(job.what(), job.epoch().value());
        CompletableFuture<Result> result = to.equals(node.plan().id()) ? perform(order) : send(to, order);
        accepted.run();
        return result.whenComplete((done, failed) -> (failed == null ? good : bad).incrementAndGet())
                .thenAccept(done -> {});
    }

    private CompletableFuture<Result> send(NodeId to, Order order) {
        AdminClient client = node.client().orElseThrow(() -> PollRoutes.failed("this node has no admin API"));
        String admin =
                node.adminOf().apply(to).orElseThrow(() -> PollRoutes.failed("the way to " + to + " is not known"));
        return client.post(
                        admin,
                        PollRoutes.LOCAL,
                        order,
                        Optional.empty(),
                        timeout(order).plus(WAY))
                .thenApply(reply -> read(reply, Result.class));
    }

    private Duration timeout(Order order) {
        return plan(order.name()).timeout();
    }

    private PollPlan plan(String name) {
        return Optional.ofNullable(plans.get(name))
                .orElseThrow(() -> new ApiException(ApiError.NOT_FOUND, "this node has no poll of that name"));
    }

    /** Performs the poll of this name in this node's own configuration. */
    CompletableFuture<Result> perform(Order order) {
        PollPlan plan = plan(order.name());
        leader().filter(it -> it.epoch().value() > order.epoch()).ifPresent(it -> {
            throw new ApiException(ApiError.STALE_EPOCH, it.node().id() + " leads under epoch " + it.epoch());
        });
        HttpRequest request =
                HttpRequest.newBuilder(plan.url()).timeout(plan.timeout()).build();
        long begun = System.nanoTime();
        return http.sendAsync(request, BodyHandlers.discarding()).handle((answer, failed) -> {
            if (failed != null) {
                throw PollRoutes.failed("the URL does not answer");
            }
            if (answer.statusCode() / 100 != 2) {
                throw PollRoutes.failed("the URL answers with " + answer.statusCode());
            }
            return new Result(
                    answer.statusCode(),
                    Duration.ofNanos(System.nanoTime() - begun).toMillis());
        });
    }

    /** Returns all polls, straight from the leader. */
    Polls all() {
        Optional<String> elsewhere = leader().filter(
                        it -> !it.node().id().equals(node.plan().id()))
                .flatMap(it -> it.endpoints().find("admin"));
        if (elsewhere.isEmpty() || node.client().isEmpty()) {
            return own();
        }
        try {
            return read(
                    node.client()
                            .get()
                            .get(elsewhere.get(), PollRoutes.LOCAL, WAY)
                            .join(),
                    Polls.class);
        } catch (CompletionException away) {
            throw PollRoutes.failed("the leader does not answer");
        }
    }

    private static <T> T read(AdminClient.Reply reply, Class<T> type) {
        try {
            if (reply.isOk()) {
                return reply.as(type);
            }
        } catch (IOException foreign) {
            // Said below.
        }
        throw PollRoutes.failed("the node answers with " + reply.status());
    }

    Polls own() {
        List<PollJob> jobs = orchestrator.jobs();
        List<PollView> newest = new ArrayList<>(jobs.subList(Math.max(0, jobs.size() - MAX_SHOWN), jobs.size()).stream()
                .map(PollView::of)
                .toList());
        Collections.reverse(newest);
        return new Polls(newest);
    }

    @Override
    public List<Route> routes() {
        return new PollRoutes(this).routes();
    }

    @Override
    public void measure(MeterRegistry registry) {
        count(registry, "good", good);
        count(registry, "bad", bad);
    }

    private static void count(MeterRegistry registry, String outcome, AtomicLong counted) {
        FunctionCounter.builder("baton.polls", counted, AtomicLong::doubleValue)
                .description("polls that this node ordered, by outcome")
                .tag("outcome", outcome)
                .register(registry);
    }
}
