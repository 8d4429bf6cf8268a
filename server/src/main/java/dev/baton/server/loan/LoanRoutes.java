// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.loan;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.LoanRequest;
import dev.baton.admin.LoanState;
import dev.baton.admin.LoanView;
import dev.baton.server.cluster.Audit;
import dev.baton.server.http.ApiCall;
import dev.baton.server.http.Route;
import dev.baton.spi.lease.LeaseToken;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Commands that run alongside this node borrow its leadership. */
final class LoanRoutes {
    private static final String PATH = "/api/v1/local/elections/{name}/loan";
    private static final String NO_DUTY = "this node has no election of that name with the duty " + LoanRegister.NAME;

    private final Map<String, LoanRegister> registers;
    private final Audit audit;

    LoanRoutes(Map<String, LoanRegister> registers, Audit audit) {
        this.registers = registers;
        this.audit = audit;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                                PATH,
                                "The state of the loan of this node's leadership",
                                LoanView.class,
                                call -> loans(call).look())
                        .refuses(404, NO_DUTY),
                Route.post(
                                PATH,
                                "Borrow this node's leadership for a command, keep it, or give it back; what baton run"
                                        + " does",
                                LoanRequest.class,
                                LoanView.class,
                                this::asked)
                        .refuses(404, NO_DUTY)
                        .refuses(409, "never lent, for the given reason"));
    }

    private LoanRegister loans(ApiCall call) {
        return Optional.ofNullable(registers.get(call.path("name")))
                .orElseThrow(() -> new ApiException(ApiError.NOT_FOUND, NO_DUTY + "; see elections[].duties"));
    }

    private LoanView asked(ApiCall call, LoanRequest asked) {
        LoanRegister loans = loans(call);
        LoanRequest.Action action = asked.action();
        if (action == null) {
            throw new ApiException(ApiError.BAD_REQUEST, "action must be acquire, renew or release");
        }
        LeaseToken token = read("token", asked.token(), LeaseToken::parse);
        return switch (action) {
            case ACQUIRE -> acquire(call, loans, token, borrower(asked));
            case RENEW -> loans.renew(token);
            case RELEASE -> release(call, loans, token);
        };
    }

    private LoanView acquire(ApiCall call, LoanRegister loans, LeaseToken token, Node borrower) {
        loans.refusal().ifPresent(why -> {
            throw new ApiException(ApiError.CONFLICT, why);
        });
        LoanView view = loans.acquire(token, borrower);
        if (view.state() == LoanState.YOURS) {
            audit.note(call.requester(), call.path("name"), "lend", view.epoch(), "lent to " + borrower.id());
        }
        return view;
    }

    private LoanView release(ApiCall call, LoanRegister loans, LeaseToken token) {
        loans.release(token)
                .ifPresent(epoch ->
                        audit.note(call.requester(), call.path("name"), "give_back", epoch.value(), "given back"));
        return loans.look();
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
