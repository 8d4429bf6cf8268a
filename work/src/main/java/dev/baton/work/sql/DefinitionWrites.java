// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.work.DefinitionChange;
import dev.baton.work.PlacementRule;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkerRegistration;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * Changes of definitions, inside a transaction that has raised its counter. Each returns whether it changed anything.
 */
final class DefinitionWrites {
    private DefinitionWrites() {}

    static boolean make(WorkConnections.Session session, DefinitionChange change) throws SQLException {
        if (change instanceof DefinitionChange.Define define) {
            return define(session, define.list());
        }
        if (change instanceof DefinitionChange.AddRule add) {
            return add(session, add.rule());
        }
        if (change instanceof DefinitionChange.RemoveRule remove) {
            return remove(session, remove.rule());
        }
        DefinitionChange.SetDraining drain = (DefinitionChange.SetDraining) change;
        return setDraining(session, drain.worker(), drain.draining());
    }

    static boolean define(WorkConnections.Session session, TaskList list) throws SQLException {
        Map<String, Object> row = WorkRows.list(list);
        WorkStatements statements = session.statements();
        if (known(session, row).filter(list::equals).isPresent()) {
            return false;
        }
        session.run(session.finds(statements.list(), row) ? statements.changeList() : statements.addList(), row);
        return true;
    }

    /** The task list that a row is about; also empty if its own row is invalid. */
    private static Optional<TaskList> known(WorkConnections.Session session, Map<String, ?> row) throws SQLException {
        return session.read(session.statements().list(), row, WorkRows::readableLists).stream()
                .findFirst();
    }

    /** Deletes a task list with its rules, if it is retired and has no rows. */
    static boolean purge(WorkConnections.Session session, TaskListName name) throws SQLException {
        Map<String, ?> key = Map.of("domain", name.domain(), "list", name.name());
        WorkStatements statements = session.statements();
        if (known(session, key).filter(TaskList::retired).isEmpty() || session.finds(statements.listRow(), key)) {
            return false;
        }
        session.run(statements.dropRules(), key);
        session.run(statements.dropList(), key);
        return true;
    }

    static boolean add(WorkConnections.Session session, PlacementRule rule) throws SQLException {
        Map<String, Object> row = WorkRows.rule(rule);
        rule.requireFits(known(session, row));
        if (rule.kind() == PlacementRule.Kind.PIN) {
            session.run(session.statements().unpin(), row);
        }
        session.run(session.statements().removeRule(), row);
        session.run(session.statements().addRule(), row);
        return true;
    }

    static boolean remove(WorkConnections.Session session, PlacementRule rule) throws SQLException {
        session.run(session.statements().removeRule(), WorkRows.rule(rule));
        return true;
    }

    static boolean register(WorkConnections.Session on, Leadership session, WorkerRegistration worker)
            throws SQLException {
        session.check();
        long last = session(on, worker.worker());
        if (last > session.epoch().value()) {
            throw new FencedException(session.election(), session.epoch(), Epoch.of(last));
        }
        on.run(on.statements().register(last, session.epoch().value()), WorkRows.worker(worker));
        return true;
    }

    /** Whether a worker's row equals its registration, except for draining, which others set. */
    static boolean isAsSaid(WorkConnections.Session session, WorkerRegistration worker) throws SQLException {
        Map<String, ?> key = Map.of("worker", worker.worker().value());
        return session.read(session.statements().worker(), key, WorkRows::readableWorkers).stream()
                .anyMatch(it -> it.equals(worker.withDraining(it.draining())));
    }

    /** The last session of a worker that has registered; negative if none has. */
    private static long session(WorkConnections.Session session, NodeId worker) throws SQLException {
        try (PreparedStatement query =
                        session.statements().session().prepare(session.connection(), Map.of("worker", worker.value()));
                ResultSet row = query.executeQuery()) {
            return row.next() ? Math.max(0, row.getLong(1)) : -1;
        }
    }

    static boolean setDraining(WorkConnections.Session session, NodeId worker, boolean draining) throws SQLException {
        if (session(session, worker) < 0) {
            throw new IllegalArgumentException("worker " + worker + " is not registered");
        }
        session.run(session.statements().drain(), Map.of("worker", worker.value(), "draining", draining));
        return true;
    }

    static boolean forget(WorkConnections.Session session, Session ended) throws SQLException {
        if (session(session, ended.worker()) != ended.epoch().value()) {
            return false;
        }
        session.run(
                session.statements().forget(),
                Map.of(
                        "worker",
                        ended.worker().value(),
                        "session",
                        ended.epoch().value()));
        return true;
    }
}
