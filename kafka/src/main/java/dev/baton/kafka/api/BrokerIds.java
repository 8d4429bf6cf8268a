// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The numbers by which Kafka clients know nodes. A node whose id is a number has that one; any other has a checksum of its
 * id, so that every node gives it the same number without asking.
 */
public final class BrokerIds {
    private static final int MAX_CHOSEN = 1_000_000;
    private static final Pattern CHOSEN = Pattern.compile("0|[1-9][0-9]{0,5}");

    private BrokerIds() {}

    public static int of(NodeId node) {
        if (CHOSEN.matcher(node.value()).matches()) {
            return Integer.parseInt(node.value());
        }
        CRC32 checksum = new CRC32();
        checksum.update(node.value().getBytes(StandardCharsets.UTF_8));
        return MAX_CHOSEN + (int) (checksum.getValue() % (Integer.MAX_VALUE - MAX_CHOSEN));
    }
}
