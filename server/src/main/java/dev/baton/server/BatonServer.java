// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.ConfigurationException;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.UnavailableException;
import dev.baton.admin.AdminClient;
import dev.baton.server.cluster.Audit;
import dev.baton.server.cluster.ClusterMonitor;
import dev.baton.server.cluster.ClusterOverview;
import dev.baton.server.cluster.KnownPeers;
import dev.baton.server.cluster.LocalOperations;
import dev.baton.server.cluster.Operations;
import dev.baton.server.cluster.PeerAnnouncer;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.server.http.Admin;
import dev.baton.server.http.AdminServer;
import dev.baton.server.http.AdminSettings;
import dev.baton.server.http.AdminSocket;
import dev.baton.server.http.AdminTls;
import dev.baton.server.http.Dashboard;
import dev.baton.server.http.Route;
import dev.baton.server.metrics.NodeMetrics;
import dev.baton.server.part.ConfiguredPart;
import dev.baton.server.part.ElectionPlan;
import dev.baton.server.part.Listing;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.RunningPart;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.CandidateSummary;
import dev.baton.server.view.ElectionWatch;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.LeadershipLog;
import dev.baton.server.view.ThisNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
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
    private final NodeSelfCheck pulse = new NodeSelfCheck(System::nanoTime);
    private final PeerDirectory peers;
    private final KnownPeers knownPeers = new KnownPeers(this::member, System::nanoTime);
    private final Audit audit;
    private final Optional<AdminSocket> socket;
    private final Optional<AdminClient> client;
    private final List<RunningPart> parts = new ArrayList<>();
    private final Endpoints endpoints;
    private final Baton baton;
    private final ThisNode self;
    private final Optional<AdminServer> admin;
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
            this.peers = new PeerDirectory(config);
            closing.push(peers::close);
            this.audit = new Audit(log, config.id().value());
            this.endpoints = openParts();
            this.baton = Baton.node(config.id().value())
                    .endpoints(endpoints)
                    .start(config.elector().elector(metrics::renewed));
            closing.push(baton::close);
            parts.forEach(it -> it.started(baton));
            this.self = thisNode(more);
            metrics.watch(baton, self, alarms);
            parts.forEach(it -> it.measure(metrics.registry()));
            peers.start(this::member, baton, knownPeers);
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
     * Starts a node that has duties of its owner's, by election, in addition to those of its configuration.
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
                .addKeyValue("elections", config.plan().elections().size())
                .addKeyValue("admin", server.adminUrl().orElse("none"))
                .addKeyValue("version", Version.current())
                .log("node started");
        return server;
    }

    /** Opens the parts of this node; what comes back is published with its leaderships. */
    private Endpoints openParts() {
        NodeContext context =
                new NodeContext(config.plan(), clock, alarms, log, audit, peers::present, client, peers::adminOf);
        Endpoints published = socket.map(it -> Endpoints.of("admin", it.url())).orElse(Endpoints.NONE);
        for (ConfiguredPart configured : config.parts()) {
            RunningPart part = configured.open(context);
            closing.push(part::close);
            parts.add(part);
            published = part.publish(published);
        }
        return published;
    }

    private ThisNode thisNode(Function<ElectionName, List<Duty>> more) {
        List<CandidateSummary> standings = new ArrayList<>();
        config.plan().elections().forEach(plan -> standings.add(stand(plan, more.apply(plan.name()))));
        ThisNode.Profile profile = new ThisNode.Profile(
                config.plan().cluster(),
                config.plan().zone(),
                config.plan().weight(),
                Version.current(),
                config.electorType(),
                adminUrl());
        return new ThisNode(
                profile,
                baton.node(),
                baton.guarantee(),
                config.elector().succession(),
                alarms,
                clock.instant(),
                standings);
    }

    private CandidateSummary stand(ElectionPlan plan, List<Duty> more) {
        String election = plan.name().value();
        ElectionWatch watch = new ElectionWatch(plan.name(), config.id(), log, alarms, clock);
        Baton.CandidateBuilder builder = baton.stand(election)
                .settings(plan.settings())
                .dutyPolicy(Duty.Policy.DEFAULT.withStopTimeout(config.plan().stopTimeout()))
                .listener(watch)
                .listener(metrics.listener(election))
                .listener(pulse.listener(plan.settings().checkInterval()))
                .listener(new LeadershipLog(plan.name(), config.id()));
        parts.forEach(it -> it.prepare(plan, baton, builder));
        more.forEach(builder::duty);
        Candidate candidate = builder.start();
        parts.forEach(it -> it.stands(plan, candidate));
        return new CandidateSummary(candidate, plan.settings().priority(), watch);
    }

    /** The admin APIs of those that lead the elections of this node. */
    private Set<String> leaders() {
        return self.standings().stream()
                .flatMap(it -> it.candidate().leader().stream())
                .flatMap(it -> it.endpoints().find("admin").stream())
                .collect(Collectors.toSet());
    }

    /** This node as the others are to see it. */
    private DirectoryMember member() {
        ThisNode.Profile profile = self.profile();
        return new DirectoryMember(
                self.node().id().value(),
                self.node().incarnation().toString(),
                profile.admin(),
                profile.zone(),
                profile.weight(),
                profile.version(),
                Duration.ZERO);
    }

    private static AdminClient client(AdminSettings settings) {
        return new AdminClient(
                token(settings), settings.peerTimeout(), settings.tls().flatMap(AdminTls::client));
    }

    private static Optional<Supplier<String>> token(AdminSettings settings) {
        return settings.clusterToken().map(it -> () -> it.get().reveal());
    }

    private AdminServer startAdmin(AdminSettings settings) {
        if (settings.tokens().isEmpty()) {
            LOG.warn("the admin API is open to every process of this host: set admin.tokens to change that");
        }
        AdminClient others = client.orElseThrow();
        ClusterOverview cluster = new ClusterOverview(self, peers, others, settings.peerTimeout(), clock);
        ClusterMonitor monitor = ClusterMonitor.start(cluster, log, alarms, clock);
        closing.push(monitor::close);
        PeerAnnouncer announcer = PeerAnnouncer.start(knownPeers, peers, this::member, this::leaders, others);
        closing.push(announcer::close);
        LocalOperations local = new LocalOperations(self, cluster, settings.operationTimeout());
        Duration forwarded = settings.operationTimeout().plus(settings.peerTimeout());
        Operations operations = new Operations(self, local, cluster, others, audit, forwarded);
        List<Route> ofParts = parts.stream().flatMap(it -> it.routes().stream()).toList();
        AdminSocket bound = socket.orElseThrow();
        AdminServer server = new Admin(
                        self,
                        cluster,
                        operations,
                        knownPeers,
                        ofParts,
                        new Dashboard(shown(ofParts)),
                        log,
                        metrics,
                        System::nanoTime)
                .start(settings, bound);
        closing.push(server::close);
        bound.writePort();
        return server;
    }

    /** The pages of those parts that this node has. */
    private static List<Listing> shown(List<Route> served) {
        return NodeParts.listings().stream()
                .filter(it -> served.stream().anyMatch(route -> route.path().equals(it.path())))
                .toList();
    }

    /** The port of the admin API, if there is one. */
    public Optional<Integer> adminPort() {
        return socket.map(AdminSocket::port);
    }

    /** Where others reach the admin API, if there is one. */
    public Optional<String> adminUrl() {
        return socket.map(AdminSocket::url);
    }

    /** Whether the node's threads get on, so that each of its elections is processed in time. */
    boolean isSteady() {
        return pulse.isSteady();
    }

    /** What this node publishes with its leaderships, such as where Redis clients are served. */
    public Endpoints endpoints() {
        return endpoints;
    }

    /**
     * Takes up what can be changed while the node runs: who may lead, which tokens are good, which task lists there are.
     * The rest waits for a restart, and is named.
     */
    public synchronized Reload reload(NodeConfig changed) {
        Reload reload = Reload.between(config.values(), changed.values());
        for (int i = 0; i < changed.plan().elections().size(); i++) {
            ElectionPlan plan = changed.plan().elections().get(i);
            if (reload.applied().contains("elections[" + i + "].eligible")) {
                self.standing(plan.name().value())
                        .ifPresent(
                                it -> it.candidate().setEligible(plan.settings().eligible()));
            }
        }
        changed.admin().ifPresent(settings -> {
            admin.ifPresent(it -> it.reload(settings));
            client.ifPresent(it -> it.use(token(settings)));
        });
        for (int i = 0; i < parts.size(); i++) {
            changed.parts().get(i).reload(parts.get(i));
        }
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
        LOG.info("node {} is handing over and stopping", config.id());
        self.leave();
        parts.forEach(it -> attempt(it::leave));
        // Leadership first: while it is handed over, the API still answers.
        attempt(baton::close);
        // Then the readers of events, so that no stream delays the server.
        attempt(log::close);
        closing.forEach(BatonServer::attempt);
        LOG.info("node {} has stopped", config.id());
    }

    private static void attempt(Runnable last) {
        try {
            last.run();
        } catch (RuntimeException failed) {
            LOG.warn("failed to stop part of the node", failed);
        }
    }
}
