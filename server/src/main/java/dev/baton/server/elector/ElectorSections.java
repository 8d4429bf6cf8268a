// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import java.util.List;
import java.util.Optional;

/** The electors that a node can be configured with. */
public final class ElectorSections {
    public static final List<ElectorSection> ALL = List.of(
            new StandaloneSection(), new SqlSection(), new RegistrySection(), new BullySection(), new RaftSection());

    /** Used if the problems say why there is no elector. */
    public static final ElectorSection.Chosen UNUSABLE = new InvalidElectorConfig();

    private ElectorSections() {}

    public static Optional<ElectorSection> find(String type) {
        return ALL.stream().filter(section -> section.type().equals(type)).findFirst();
    }
}
