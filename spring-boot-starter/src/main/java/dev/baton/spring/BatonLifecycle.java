// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.LeadershipListener;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * Stands in the elections when everything else has started, and leaves them before anything else is stopped: leadership
 * is handed over while the application still has all that its leader-only work needs.
 */
final class BatonLifecycle implements SmartLifecycle, BeanNameAware, SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger(BatonLifecycle.class);

    private final Baton baton;
    private final Elections elections;
    private final BatonProperties properties;
    private final ConfigurableListableBeanFactory beans;
    private final ApplicationEventPublisher events;
    private final List<CandidateObserver> observers;
    private String name = "";
    private boolean running;

    BatonLifecycle(
            Baton baton,
            Elections elections,
            BatonProperties properties,
            ConfigurableListableBeanFactory beans,
            ApplicationEventPublisher events,
            List<CandidateObserver> observers) {
        this.baton = baton;
        this.elections = elections;
        this.properties = properties;
        this.beans = beans;
        this.events = events;
        this.observers = observers;
    }

    @Override
    public void setBeanName(String given) {
        this.name = given;
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    /**
     * Makes this one depend on those that have the same phase, which is the usual one of a {@code SmartLifecycle}. Within
     * a phase Spring starts and stops in the order in which beans are declared, unless one depends on another: that one is
     * started later, and stopped earlier.
     */
    @Override
    public void afterSingletonsInstantiated() {
        LeaderOnlyBeans.refuseScoped(beans);
        Set<String> dependents = Set.of(beans.getDependentBeans(name));
        for (String other : beans.getBeanNamesForType(SmartLifecycle.class, false, false)) {
            if (!other.equals(name)
                    && !dependents.contains(other)
                    && beans.getBean(other, SmartLifecycle.class).getPhase() == getPhase()) {
                beans.registerDependentBean(other, name);
            }
        }
    }

    @Override
    public synchronized void start() {
        if (running) {
            return;
        }
        if (properties.elections().isEmpty()) {
            LOG.warn("baton.elections is empty: this node stands in no election");
        }
        Map<String, List<Duty>> duties = LeaderOnlyBeans.find(beans, name);
        try {
            for (String election : properties.elections()) {
                Candidate candidate = stand(ElectionName.of(election), duties.getOrDefault(election, List.of()));
                observers.forEach(it -> it.stands(candidate));
            }
            running = true;
        } catch (RuntimeException | Error refused) {
            leave();
            throw refused;
        }
    }

    private Candidate stand(ElectionName election, List<Duty> duties) {
        Baton.CandidateBuilder builder = baton.stand(election.value())
                .duty(elections.gate(election))
                .listener(new EventPublisher(election, events));
        BatonProperties.Candidate own = properties.candidates().get(election.value());
        if (own != null) {
            builder.settings(own.settings()).dutyPolicy(own.dutyPolicy());
        }
        duties.forEach(builder::duty);
        observers.forEach(it -> builder.listener(it.listener(election)));
        return elections.stand(election, builder::start);
    }

    @Override
    public synchronized void stop() {
        if (running) {
            running = false;
            leave();
        }
    }

    /** Stops all at once; then waits for each, within its own limit. */
    private void leave() {
        List<Candidate> leaving = elections.candidates();
        leaving.forEach(it -> it.closeAsync().exceptionally(ignored -> null));
        if (elections.current().isEmpty()) {
            leaving.forEach(Candidate::close);
        } else {
            // A leader-only method that waited for its own end would never see it.
            LOG.warn("a leader-only method stops this application: leadership is given back once it has returned");
        }
        elections.left();
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    /** Told of each candidate. */
    interface CandidateObserver {
        LeadershipListener listener(ElectionName election);

        void stands(Candidate candidate);
    }
}
