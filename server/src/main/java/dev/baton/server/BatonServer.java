// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.Baton;
import dev.baton.candidate.Candidate;
import dev.baton.commands.CommandServer;
import dev.baton.commands.Leaderships;
import dev.baton.core.ConfigurationException;
import dev.baton.core.ElectionName;
import dev.baton.core.Endpoints;
import dev.baton.core.UnavailableException;
import dev.baton.duty.Duty;
import dev.baton.duty.DutyPolicy;
import dev.baton.server.cluster.Acquaintances;
import dev.baton.server.cluster.Cluster;
import dev.baton.server.cluster.LocalOperations;
import dev.baton.server.cluster.Lookout;
import dev.baton.server.cluster.NodeClient;
import dev.baton.server.cluster.Operations;
import dev.baton.server.cluster.Visitor;
import dev.baton.server.directory.Member;
import dev.baton.server.http.Admin;
import dev.baton.server.http.AdminServer;
import dev.baton.server.http.AdminSettings;
import dev.baton.server.http.AdminSocket;
import dev.baton.server.http.AdminTls;
import dev.baton.server.loan.LoanDesk;
import dev.baton.server.metrics.CommandMetrics;
import dev.baton.server.metrics.NodeMetrics;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.ElectionWatch;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.LeadershipLog;
import dev.baton.server.view.Standing;
import dev.baton.server.view.ThisNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node that is run by itself: put together from its configuration, and taken apart in the reverse order. */
public final class BatonServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BatonServer.class);

    private static final int KEPT_EVENTS = 4_096;

    private final Clock clock = Clock.systemUTC();
    private final EventLog log = new EventLog(clock, KEPT_EVENTS);
    private final Alarms alarms = new Alarms();
    private final NodeMetrics metrics = new NodeMetrics();
    private final Neighbours neighbours;
    private final Acquaintances acquaintances = new Acquaintances(this::member, System::nanoTime);
    private final Optional<AdminSocket> socket;
    private final Optional<NodeClient> client;
    private final Optional<CommandServer> commands;
    private final Baton baton;
    private final ThisNode self;
    private final Optional<AdminServer> admin;
    private final Map<String, LoanDesk> desks = new HashMap<>();
    /** What has been started, the last one first. */
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private NodeConfig config;
    private boolean closed;

    private BatonServer(NodeConfig config, Function<ElectionName, List<Duty>> more) {
        this.config = config;
        try {
            closing.push(metrics::close);
            this.socket = config.admin().map(AdminSocket::bind);
            socket.ifPresent(it -> closing.push(it::close));
            this.client = config.admin().map(BatonServer::client);
            client.ifPresent(it -> closing.push(it::close));
            closing.push(log::close);
            this.neighbours = new Neighbours(config);
            closing.push(neighbours::close);
            this.commands = config.commands().map(plan -> CommandServer.open(plan.settings()));
            commands.ifPresent(it -> closing.push(it::close));
            this.baton = Baton.node(config.id().value())
                    .endpoints(endpoints())
                    .start(config.elector().elector(metrics::renewed));
            closing.push(baton::close);
            this.self = thisNode(more);
            metrics.watch(self, alarms);
            commands.ifPresent(it -> CommandMetrics.watch(it, metrics.registry()));
            neighbours.start(this::member, baton, acquaintances);
            this.admin = config.admin().map(this::startAdmin);
        } catch (RuntimeException | Error refused) {
            closing.forEach(BatonServer::attempt);
            throw refused;
        }
    }

    /**
     * Starts a node.
     *
     * @throws ConfigurationException if the elector refuses its configuration
     * @throws UnavailableException if something that is needed is not there, such as a free port
     */
    public static BatonServer start(NodeConfig config) {
        return start(config, election -> List.of());
    }

    /**
     * Starts a node that has duties of its owner's, by election, beside those of its configuration.
     *
     * @throws ConfigurationException if the elector refuses its configuration
     * @throws UnavailableException if something that is needed is not there, such as a free port
     */
    public static BatonServer start(NodeConfig config, Function<ElectionName, List<Duty>> more) {
        config.warnings().forEach(warning -> LOG.warn("{}", warning));
        BatonServer server = new BatonServer(config, more);
        LOG.atInfo()
                .addKeyValue("node", config.id())
                .addKeyValue("incarnation", server.baton.node().incarnation())
                .addKeyValue("elector", config.electorType())
                .addKeyValue("elections", config.elections().size())
                .addKeyValue("admin", server.adminUrl().orElse("none"))
                .addKeyValue("version", Version.current())
                .log("node started");
        return server;
    }

    /** What is published with a leadership. */
    private Endpoints endpoints() {
        Endpoints published = socket.map(it -> Endpoints.of("admin", it.url())).orElse(Endpoints.NONE);
        return commands.map(it -> published.with(
                        CommandServer.ENDPOINT,
                        config.commands().flatMap(CommandPlan::advertise).orElseGet(it::address)))
                .orElse(published);
    }

    private ThisNode thisNode(Function<ElectionName, List<Duty>> more) {
        List<Standing> standings = new ArrayList<>();
        config.elections().forEach(plan -> standings.add(stand(plan, more.apply(plan.name()))));
        ThisNode.Profile profile = new ThisNode.Profile(
                config.cluster(), config.zone(), config.weight(), Version.current(), config.electorType(), adminUrl());
        return new ThisNode(
                profile,
                baton.node(),
                baton.promise(),
                config.elector().succession(),
                alarms,
                clock.instant(),
                standings);
    }

    private Standing stand(ElectionPlan plan, List<Duty> more) {
        String election = plan.name().value();
        ElectionWatch watch = new ElectionWatch(plan.name(), config.id(), log, alarms, clock);
        Baton.CandidateBuilder builder = baton.stand(election)
                .settings(plan.settings())
                .dutyPolicy(DutyPolicy.DEFAULT.withStopTimeout(config.stopTimeout()))
                .listener(watch)
                .listener(metrics.listener(election))
                .listener(new LeadershipLog(plan.name(), config.id()));
        HealthWatch health = new HealthWatch(plan.name(), config.id(), alarms, log, clock);
        if (plan.duties().contains(Duties.HEALTH)) {
            builder.listener(health);
        }
        Optional<LoanDesk> desk = plan.duties().contains(LoanDesk.NAME) ? Optional.of(desk(plan)) : Optional.empty();
        desk.ifPresent(it -> builder.duty(it).listener(it));
        plan.duties().stream()
                .filter(name -> !name.equals(LoanDesk.NAME))
                .forEach(name -> builder.duty(Duties.make(name, plan, neighbours::present, health, clock)));
        Optional<CommandServer> served = commands.filter(it ->
                config.commands().filter(its -> its.election().equals(election)).isPresent());
        served.ifPresent(it -> builder.duty(it.duty()));
        more.forEach(builder::duty);
        Candidate candidate = builder.start();
        served.ifPresent(it -> it.follow(Leaderships.of(candidate)));
        desk.ifPresent(it -> it.follow(candidate, () -> neighbours.present().size() > 1));
        return new Standing(candidate, plan.settings().priority(), watch);
    }

    private LoanDesk desk(ElectionPlan plan) {
        LoanDesk desk = new LoanDesk(
                config.stopTimeout(), baton.certainty(), plan.settings().windDown(), baton.promise(), System::nanoTime);
        desk.refusal()
                .ifPresent(why -> LOG.atWarn()
                        .addKeyValue("election", plan.name())
                        .addKeyValue("reason", why)
                        .log("leadership is not lent"));
        desks.put(plan.name().value(), desk);
        return desk;
    }

    /** The admin APIs of those that lead the elections of this node. */
    private Set<String> leaders() {
        return self.standings().stream()
                .flatMap(it -> it.candidate().leader().stream())
                .flatMap(it -> it.endpoints().find("admin").stream())
                .collect(Collectors.toSet());
    }

    /** This node as the others are to see it. */
    private Member member() {
        ThisNode.Profile profile = self.profile();
        return new Member(
                self.node().id().value(),
                self.node().incarnation().toString(),
                profile.admin(),
                profile.zone(),
                profile.weight(),
                profile.version(),
                Duration.ZERO);
    }

    private static NodeClient client(AdminSettings settings) {
        return new NodeClient(
                settings.clusterToken(), settings.peerTimeout(), settings.tls().flatMap(AdminTls::client));
    }

    private AdminServer startAdmin(AdminSettings settings) {
        if (settings.tokens().isEmpty()) {
            LOG.warn("the admin API is open to every process of this host: set admin.tokens to change that");
        }
        NodeClient others = client.orElseThrow();
        Cluster cluster = new Cluster(self, neighbours, others, clock);
        Lookout lookout = Lookout.start(cluster, log, alarms, clock);
        closing.push(lookout::close);
        Visitor visitor = Visitor.start(acquaintances, neighbours, this::member, this::leaders, others);
        closing.push(visitor::close);
        LocalOperations local = new LocalOperations(self, settings.operationTimeout());
        Duration forwarded = settings.operationTimeout().plus(settings.peerTimeout());
        Operations operations = new Operations(self, local, cluster, others, forwarded);
        AdminSocket bound = socket.orElseThrow();
        AdminServer server = new Admin(
                        self, cluster, operations, local, acquaintances, desks, log, metrics::scrape, System::nanoTime)
                .start(settings, bound);
        closing.push(server::close);
        bound.writePort();
        return server;
    }

    /** The port of the admin API, if there is one. */
    public Optional<Integer> adminPort() {
        return socket.map(AdminSocket::port);
    }

    /** Where others reach the admin API, if there is one. */
    public Optional<String> adminUrl() {
        return socket.map(AdminSocket::url);
    }

    /** Where Redis clients are served, if they are. */
    public Optional<String> commandAddress() {
        return commands.map(CommandServer::address);
    }

    /**
     * Takes up what can be changed while the node runs: who may lead, and which tokens are good. The rest waits for a
     * restart, and is named.
     */
    public synchronized Reload reload(NodeConfig changed) {
        Reload reload = Reload.between(config.values(), changed.values());
        for (int i = 0; i < changed.elections().size(); i++) {
            ElectionPlan plan = changed.elections().get(i);
            if (reload.applied().contains("elections[" + i + "].eligible")) {
                self.standing(plan.name().value())
                        .ifPresent(
                                it -> it.candidate().setEligible(plan.settings().eligible()));
            }
        }
        changed.admin().ifPresent(settings -> {
            admin.ifPresent(it -> it.reload(settings));
            client.ifPresent(it -> it.use(settings.clusterToken()));
        });
        config = changed;
        LOG.atInfo()
                .addKeyValue("applied", reload.applied())
                .addKeyValue("needs_restart", reload.needsRestart())
                .log("configuration reloaded");
        return reload;
    }

    /** Hands over what this node leads, and ends. Bounded; closing twice is closing once. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        LOG.info("node {} hands over and stops", config.id());
        self.leave();
        // Leadership first: while it is handed over, the API still answers.
        attempt(baton::close);
        // Then whoever waits for events, so that no stream holds the server up.
        attempt(log::close);
        closing.forEach(BatonServer::attempt);
        LOG.info("node {} has stopped", config.id());
    }

    private static void attempt(Runnable last) {
        try {
            last.run();
        } catch (RuntimeException failed) {
            LOG.warn("stopping a part of the node failed", failed);
        }
    }
}
