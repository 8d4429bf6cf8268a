// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

/** What a broker counts and times. Called from its threads: must not block and must not throw. */
public interface KafkaMetrics {
    /** Counts nothing. */
    KafkaMetrics NONE = new KafkaMetrics() {};

    /** A request was answered, so long after its last byte came in. */
    default void answered(String api, long nanos) {}

    /** An answer, or a part of it, carries this error of the protocol. */
    default void error(String api, String error, int times) {}

    /** A request was invalid or incomplete, and its connection was closed. */
    default void invalidRequest() {}

    default void connectionOpened() {}

    default void connectionClosed() {}

    /** A connection was refused or closed because there are too many, or because too many logins failed. */
    default void connectionRefused() {}

    default void loginFailed() {}

    /**
     * A connection ended before TLS was agreed on, or before its user had logged in: a client without TLS, of another
     * protocol or of an old version of TLS, one that does not trust the certificate, or a probe that only connects.
     */
    default void connectionUnfinished() {}

    /** Records were appended to a topic, and acknowledged. */
    default void appended(String topic, long records, long bytes) {}

    /** Records of a topic were sent to a consumer. */
    default void fetched(String topic, long bytes) {}
}
