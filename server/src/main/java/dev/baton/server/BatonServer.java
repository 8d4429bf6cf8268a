// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.Baton;
import dev.baton.candidate.Candidate;
import dev.baton.core.ConfigurationException;
import dev.baton.core.ElectionName;
import dev.baton.core.Endpoints;
import dev.baton.core.UnavailableException;
import dev.baton.duties.ClusterMember;
import dev.baton.duty.Duty;
import dev.baton.duty.DutyPolicy;
import dev.baton.server.cluster.Cluster;
import dev.baton.server.http.Admin;
import dev.baton.server.http.AdminServer;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.ElectionWatch;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.Standing;
import dev.baton.server.view.ThisNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node that is run by itself: put together from its configuration, and taken apart in the right order. */
public final class BatonServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BatonServer.class);

    private static final int KEPT_EVENTS = 4_096;

    private final EventLog log;
    private final Baton baton;
    private final ThisNode self;
    private final Optional<AdminServer> admin;

    private BatonServer(NodeConfig config, Function<ElectionName, List<Duty>> more) {
        Clock clock = Clock.systemUTC();
        this.log = new EventLog(clock, KEPT_EVENTS);
        this.baton = Baton.node(config.id().value())
                .endpoints(Endpoints.NONE)
                .start(config.elector().elector());
        Alarms alarms = new Alarms();
        List<Standing> standings = new ArrayList<>();
        for (ElectionPlan plan : config.elections()) {
            standings.add(stand(plan, config, alarms, clock, more.apply(plan.name())));
        }
        this.self = new ThisNode(
                new ThisNode.Profile(
                        config.cluster(),
                        config.zone(),
                        config.weight(),
                        Version.current(),
                        config.electorType(),
                        Optional.empty()),
                baton.node(),
                baton.promise(),
                alarms,
                clock.instant(),
                standings);
        this.admin = config.admin()
                .map(settings -> Admin.start(settings, self, new Cluster(self, clock), log, System::nanoTime));
    }

    /**
     * Starts a node.
     *
     * @throws ConfigurationException if the elector refuses its configuration
     * @throws UnavailableException if an address cannot be bound
     */
    public static BatonServer start(NodeConfig config) {
        return start(config, election -> List.of());
    }

    /**
     * Starts a node that has duties of its owner's beside those of its configuration.
     *
     * @throws ConfigurationException if the elector refuses its configuration
     * @throws UnavailableException if an address cannot be bound
     */
    public static BatonServer start(NodeConfig config, Function<ElectionName, List<Duty>> more) {
        config.warnings().forEach(LOG::warn);
        BatonServer server = new BatonServer(config, more);
        LOG.info(
                "node {} stands in {} elections",
                config.id(),
                config.elections().size());
        return server;
    }

    private Standing stand(ElectionPlan plan, NodeConfig config, Alarms alarms, Clock clock, List<Duty> more) {
        ElectionWatch watch = new ElectionWatch(plan.name(), config.id(), log, alarms, clock);
        Baton.CandidateBuilder builder = baton.stand(plan.name().value())
                .settings(plan.settings())
                .dutyPolicy(DutyPolicy.DEFAULT.withStopTimeout(config.stopTimeout()))
                .listener(watch);
        Set<ClusterMember> alone = Set.of(ClusterMember.of(config.id().value(), config.zone()));
        plan.duties().forEach(name -> builder.duty(Duties.make(name, plan.name(), () -> alone, clock)));
        more.forEach(builder::duty);
        Candidate candidate = builder.start();
        return new Standing(candidate, plan.settings().priority(), watch);
    }

    /** The port of the admin API, if there is one. */
    public Optional<Integer> adminPort() {
        return admin.map(AdminServer::port);
    }

    /** Hands over what this node leads, and ends. Bounded. */
    @Override
    public void close() {
        self.leave();
        baton.close();
        log.close();
        admin.ifPresent(AdminServer::close);
    }
}
