// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.internal.check.Validation;
import java.util.List;
import java.util.regex.Pattern;

/** How nodes find each other. */
public sealed interface Discovery {
    /** A fixed list of {@code host:port}; it is enough if some of them are up. */
    record Hosts(List<String> addresses) implements Discovery {
        private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9._:-]+:[0-9]{1,5}");

        public Hosts {
            addresses = List.copyOf(addresses);
            Validation rules =
                    Validation.of("registry").require(!addresses.isEmpty(), "discovery by hosts needs at least one");
            for (String address : addresses) {
                rules.require(ADDRESS.matcher(address).matches(), "discovery host %s is not host:port", address);
            }
            rules.check();
        }

        boolean names(String host, int port) {
            return addresses.contains(host + ":" + port);
        }

        String asJGroups() {
            return String.join(
                    ",",
                    addresses.stream()
                            .map(it -> it.substring(0, it.lastIndexOf(':')) + "["
                                    + it.substring(it.lastIndexOf(':') + 1) + "]")
                            .toList());
        }
    }

    /** All addresses of a DNS name, such as that of a Kubernetes headless service; all nodes use the same port. */
    record Dns(String name) implements Discovery {
        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");

        public Dns {
            Validation.of("registry")
                    .require(NAME.matcher(name).matches(), "discovery DNS name %s is not a name", name)
                    .check();
        }
    }

    /** IP multicast, where the network carries it. */
    record Multicast(String group, int port) implements Discovery {
        private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F.:]+");

        public Multicast {
            Validation.of("registry")
                    .require(GROUP.matcher(group).matches(), "multicast group %s is not an address", group)
                    .between("multicast port", port, 1, 65_535)
                    .check();
        }
    }
}
