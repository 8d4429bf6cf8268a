// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The nodes that the configuration names by their URLs; who they are, they say themselves. */
public final class StaticDirectory implements Directory {
    private final List<DirectoryMember> members;

    public StaticDirectory(List<String> urls) {
        this.members = urls.stream()
                .map(url -> new DirectoryMember(url, "", Optional.of(url), "", 0, "", Duration.ZERO))
                .toList();
    }

    @Override
    public List<DirectoryMember> others() {
        return members;
    }

    @Override
    public void close() {}
}
