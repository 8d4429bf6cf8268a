// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.lease.LeaseToken;
import dev.baton.server.api.ApiError;
import dev.baton.server.api.ApiException;
import dev.baton.server.cluster.Audit;
import dev.baton.server.loan.LoanDesk;
import dev.baton.server.loan.LoanRequest;
import dev.baton.server.loan.LoanState;
import dev.baton.server.loan.LoanView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Commands that run beside this node borrow its leadership. */
final class Loans {
    private static final String PATH = "/api/v1/local/elections/{name}/loan";

    private final Map<String, LoanDesk> desks;
    private final Audit audit;

    Loans(Map<String, LoanDesk> desks, Audit audit) {
        this.desks = desks;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(Route.get(PATH, call -> call.answer(desk(call).look())), Route.post(PATH, this::asked));
    }

    private LoanDesk desk(Call call) {
        return Optional.ofNullable(desks.get(call.path("name")))
                .orElseThrow(() -> new ApiException(
                        ApiError.NOT_FOUND,
                        "this node has no election of that name with the duty " + LoanDesk.NAME
                                + "; see elections[].duties"));
    }

    private void asked(Call call) {
        LoanDesk desk = desk(call);
        LoanRequest asked = call.body(LoanRequest.class);
        LoanRequest.Action action = asked.action();
        if (action == null) {
            throw new ApiException(ApiError.BAD_REQUEST, "action must be acquire, renew or release");
        }
        LeaseToken token = read("token", asked.token(), LeaseToken::parse);
        call.answer(
                switch (action) {
                    case ACQUIRE -> acquire(call, desk, token, borrower(asked));
                    case RENEW -> desk.renew(token);
                    case RELEASE -> release(call, desk, token);
                });
    }

    private LoanView acquire(Call call, LoanDesk desk, LeaseToken token, Node borrower) {
        desk.refusal().ifPresent(why -> {
            throw new ApiException(ApiError.CONFLICT, why);
        });
        LoanView view = desk.acquire(token, borrower);
        if (view.state() == LoanState.YOURS) {
            audit.note(call.caller().name(), call.path("name"), "lend", view.epoch(), "lent to " + borrower.id());
        }
        return view;
    }

    private LoanView release(Call call, LoanDesk desk, LeaseToken token) {
        desk.release(token)
                .ifPresent(epoch ->
                        audit.note(call.caller().name(), call.path("name"), "give_back", epoch.value(), "given back"));
        return desk.look();
    }

    private static Node borrower(LoanRequest asked) {
        return new Node(
                read("node", asked.node(), NodeId::of), read("incarnation", asked.incarnation(), Incarnation::parse));
    }

    private static <T> T read(String field, @Nullable String text, Function<String, T> reader) {
        try {
            return reader.apply(text == null ? "" : text);
        } catch (IllegalArgumentException wrong) {
            throw new ApiException(ApiError.BAD_REQUEST, field + " is not what this call takes");
        }
    }
}
