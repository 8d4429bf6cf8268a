// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The group as a client in the process of a member sees it. */
final class OwnDirectory implements LeaderClient.Directory {
    private final MemberSettings settings;
    private final Supplier<Optional<Division>> view;
    private final GroupAnswers answers;
    private volatile @Nullable String suspect;

    OwnDirectory(MemberSettings settings, Supplier<Optional<Division>> view, GroupAnswers answers) {
        this.settings = settings;
        this.view = view;
        this.answers = answers;
    }

    @Override
    public UUID cluster() {
        return view.get().map(Division::cluster).orElse(MemberRequest.ANY);
    }

    @Override
    public Collection<String> addresses() {
        return view.get()
                .map(here -> here.configuration().all().stream()
                        .map(GroupPeer::authority)
                        .toList())
                .orElse(List.of());
    }

    /** Not one that was found not to be it, until it says that it is. */
    @Override
    public Optional<String> leader() {
        return view.get()
                .flatMap(Division::leader)
                .map(GroupPeer::authority)
                .filter(address -> !address.equals(suspect)
                        && !address.equals(settings.self().authority()));
    }

    @Override
    public void heard(String address, MemberStatus status) {
        if (status.leads() && address.equals(suspect)) {
            suspect = null;
        }
    }

    @Override
    public void notAt(String address) {
        suspect = address;
    }

    @Override
    public Optional<CompletableFuture<CallAnswer>> here(String part, byte[] request) {
        return answers.call(part, request);
    }
}
