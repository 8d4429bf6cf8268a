// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.FencedException;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.controller.RequestRejectedException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.protocol.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What went wrong, in the words of the protocol. */
public final class KafkaErrors {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaErrors.class);

    private KafkaErrors() {}

    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Of an append or a read. Only what may be tried again without being done twice says so. */
    public static Errors ofLog(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof NotLeaderException || cause instanceof FencedException) {
            return Errors.NOT_LEADER_OR_FOLLOWER;
        } else if (cause instanceof OutcomeUnknownException) {
            return Errors.NOT_ENOUGH_REPLICAS_AFTER_APPEND;
        } else if (cause instanceof UnavailableException) {
            return Errors.NOT_ENOUGH_REPLICAS;
        } else if (cause instanceof TimeoutException) {
            return Errors.REQUEST_TIMED_OUT;
        }
        return other(cause);
    }

    /** Of a change that the controller was asked for. */
    static Errors ofController(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof RequestRejectedException refused) {
            return switch (refused.code()) {
                case TOPIC_EXISTS -> Errors.TOPIC_ALREADY_EXISTS;
                case UNKNOWN_TOPIC -> Errors.UNKNOWN_TOPIC_OR_PARTITION;
                case TOO_FEW_NODES -> Errors.INVALID_REPLICATION_FACTOR;
                case LIMIT -> Errors.POLICY_VIOLATION;
                case BUSY, CONFLICT -> Errors.THROTTLING_QUOTA_EXCEEDED;
                default -> Errors.INVALID_REQUEST;
            };
        } else if (cause instanceof UnavailableException
                || cause instanceof OutcomeUnknownException
                || cause instanceof TimeoutException) {
            return Errors.REQUEST_TIMED_OUT;
        }
        return other(cause);
    }

    /** What a client is told of it, beside the error. */
    static String message(Throwable failure) {
        Throwable cause = cause(failure);
        return cause instanceof RequestRejectedException || cause instanceof ApiException
                ? String.valueOf(cause.getMessage())
                : ofController(cause).message();
    }

    private static Errors other(Throwable cause) {
        Errors error = Errors.forException(cause);
        if (error == Errors.UNKNOWN_SERVER_ERROR) {
            LOG.error("unexpected error in a request", cause);
        }
        return error;
    }
}
