// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import dev.baton.kafka.GroupLimits;
import dev.baton.kafka.api.ApiHandler;
import dev.baton.kafka.api.KafkaClusterView;
import dev.baton.kafka.groups.GroupNames.Verdict;
import dev.baton.kafka.groups.MemberPlaces.Member;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestTopics;
import org.apache.kafka.common.message.SyncGroupRequestData;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ConsumerGroupHeartbeatRequest;
import org.apache.kafka.common.requests.ConsumerGroupHeartbeatResponse;
import org.apache.kafka.common.requests.HeartbeatRequest;
import org.apache.kafka.common.requests.JoinGroupRequest;
import org.apache.kafka.common.requests.JoinGroupResponse;
import org.apache.kafka.common.requests.LeaveGroupRequest;
import org.apache.kafka.common.requests.LeaveGroupResponse;
import org.apache.kafka.common.requests.OffsetCommitRequest;
import org.apache.kafka.common.requests.OffsetCommitResponse;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.SyncGroupRequest;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what groups take of the memory of their coordinator within limits: how many groups there are, what their members
 * sent, and how many offsets are kept. What is beyond gets POLICY_VIOLATION, and changes nothing. Any thread.
 */
public final class GroupAdmission {
    /** What a kept offset takes at most, with the longest note that a member may add to it. */
    static final int OFFSET_BYTES = 1_024;

    /** The coordinator's own: sessions of the newer protocol. */
    private static final Duration CONSUMER_SESSION = Duration.ofSeconds(45);
    /** A coordinator may forget a member a moment later than this does. */
    private static final Duration LATER = Duration.ofSeconds(5);

    private final KafkaClusterView cluster;
    private final Groups groups;
    private final LocalGroups local;
    private final Ticker ticker;
    private final GroupNames names;
    private final MemberPlaces places;
    private final Duration longest;
    private final long maxOffsets;
    /** How many offsets are on their way to the coordinator. */
    private final AtomicLong committing = new AtomicLong();

    private final AtomicReference<@Nullable CompletableFuture<Void>> listing = new AtomicReference<>();

    /** @param memory in bytes that members may take, and as much again for offsets */
    public GroupAdmission(
            KafkaClusterView cluster,
            Groups groups,
            LocalGroups local,
            GroupLimits limits,
            long memory,
            Ticker ticker) {
        this.cluster = cluster;
        this.groups = groups;
        this.local = local;
        this.ticker = ticker;
        this.names = new GroupNames(limits.groups());
        this.places = new MemberPlaces(memory);
        this.longest = limits.maxSession();
        this.maxOffsets = memory / OFFSET_BYTES;
    }

    /** Lets a member of a classic group join, if there is room for it and for its group. */
    ApiHandler<JoinGroupRequest> joining(ApiHandler<JoinGroupRequest> next) {
        return (context, request) -> {
            JoinGroupRequestData data = request.data();
            Member joining = new Member(data.groupId(), data.memberId().isEmpty() ? new Object() : data.memberId());
            long session = session(Duration.ofMillis(Math.max(0, data.sessionTimeoutMs())));
            return withGroup(data.groupId(), () -> {
                take(joining, bytes(context, data), session);
                return settled(joining, () -> next.handle(context, request), GroupAdmission::joined);
            });
        };
    }

    /** The id of a member that joined, or is about to; null if it was not let in. */
    private static @Nullable String joined(AbstractResponse answer) {
        JoinGroupResponse response = (JoinGroupResponse) answer;
        Errors error = response.error();
        return error == Errors.NONE || error == Errors.MEMBER_ID_REQUIRED
                ? response.data().memberId()
                : null;
    }

    /** Takes from the leader of a classic group who reads what, if there is room for that. */
    ApiHandler<SyncGroupRequest> syncing(ApiHandler<SyncGroupRequest> next) {
        return (context, request) -> {
            SyncGroupRequestData data = request.data();
            Member member = new Member(data.groupId(), data.memberId());
            places.heard(member, ticker.nanos());
            if (!data.assignments().isEmpty()
                    && !places.add(member, bytes(context, data), session(longest), ticker.nanos())) {
                throw full();
            }
            return next.handle(context, request);
        };
    }

    ApiHandler<HeartbeatRequest> beating(ApiHandler<HeartbeatRequest> next) {
        return (context, request) -> {
            places.heard(new Member(request.data().groupId(), request.data().memberId()), ticker.nanos());
            return next.handle(context, request);
        };
    }

    ApiHandler<LeaveGroupRequest> leaving(ApiHandler<LeaveGroupRequest> next) {
        return (context, request) -> next.handle(context, request).thenApply(answer -> {
            ((LeaveGroupResponse) answer)
                    .memberResponses().stream()
                            .filter(it -> it.errorCode() == Errors.NONE.code())
                            .forEach(it -> places.free(new Member(request.data().groupId(), it.memberId())));
            return answer;
        });
    }

    /** Lets a member of a group of the newer protocol join and change what it wants, if there is room for that. */
    ApiHandler<ConsumerGroupHeartbeatRequest> consuming(ApiHandler<ConsumerGroupHeartbeatRequest> next) {
        return (context, request) -> {
            ConsumerGroupHeartbeatRequestData data = request.data();
            Member member = new Member(data.groupId(), data.memberId().isEmpty() ? new Object() : data.memberId());
            if (data.memberEpoch() < 0) {
                places.free(member);
                return next.handle(context, request);
            }
            if (data.memberEpoch() > 0 && data.subscribedTopicNames() == null && data.subscribedTopicRegex() == null) {
                places.heard(member, ticker.nanos());
                return next.handle(context, request);
            }
            return withGroup(data.groupId(), () -> {
                take(member, bytes(context, data), session(CONSUMER_SESSION));
                return settled(member, () -> next.handle(context, request), answer -> {
                    ConsumerGroupHeartbeatResponse response = (ConsumerGroupHeartbeatResponse) answer;
                    return response.data().errorCode() == Errors.NONE.code()
                            ? response.data().memberId()
                            : null;
                });
            });
        };
    }

    /** Keeps offsets, if there is room for those that are not there yet. */
    ApiHandler<OffsetCommitRequest> committing(ApiHandler<OffsetCommitRequest> next) {
        return (context, request) -> {
            OffsetCommitRequestData data = request.data();
            places.heard(new Member(data.groupId(), data.memberId()), ticker.nanos());
            return withGroup(data.groupId(), () -> {
                int count = data.topics().stream()
                        .mapToInt(it -> it.partitions().size())
                        .sum();
                boolean fits = groups.offsets() + committing.addAndGet(count) <= maxOffsets;
                CompletableFuture<AbstractResponse> committed = (fits
                                ? CompletableFuture.completedFuture(true)
                                : known(context, request))
                        .thenCompose(may -> {
                            if (!may) {
                                throw full();
                            }
                            return next.handle(context, request).thenApply(answer -> answer);
                        });
                return committed.whenComplete((answer, failure) -> committing.addAndGet(-count));
            });
        };
    }

    /** Whether all offsets are kept already that are committed anew. */
    private CompletableFuture<Boolean> known(RequestContext context, OffsetCommitRequest request) {
        List<OffsetFetchRequestTopics> topics = request.data().topics().stream()
                .map(topic -> new OffsetFetchRequestTopics()
                        .setName(
                                OffsetCommitResponse.useTopicIds(context.apiVersion())
                                        ? cluster.topic(topic.topicId())
                                                .map(it -> it.name().value())
                                                .orElse("")
                                        : topic.name())
                        .setPartitionIndexes(topic.partitions().stream()
                                .map(it -> it.partitionIndex())
                                .toList()))
                .toList();
        return groups.coordinator()
                .fetchOffsets(
                        context,
                        new OffsetFetchRequestGroup()
                                .setGroupId(request.data().groupId())
                                .setTopics(topics),
                        false)
                .thenApply(found -> found.topics().stream()
                        .flatMap(it -> it.partitions().stream())
                        .allMatch(it -> it.committedOffset() >= 0));
    }

    private void take(Member member, long bytes, long session) {
        if (!places.take(member, bytes, session, ticker.nanos())) {
            throw full();
        }
    }

    /** @param memberOf the id of the member that was let in, if it was */
    private CompletableFuture<AbstractResponse> settled(
            Member joining,
            Supplier<CompletableFuture<? extends AbstractResponse>> join,
            Function<AbstractResponse, @Nullable String> memberOf) {
        CompletableFuture<? extends AbstractResponse> joined;
        try {
            joined = join.get();
        } catch (RuntimeException refused) {
            places.free(joining);
            throw refused;
        }
        return joined.<AbstractResponse>thenApply(answer -> answer).whenComplete((answer, failure) -> {
            String member = failure == null ? memberOf.apply(answer) : null;
            if (member == null) {
                places.free(joining);
            } else {
                places.settled(joining, new Member(joining.group(), member), ticker.nanos());
            }
        });
    }

    /** Does it if the group is there, or there is room for one more. */
    private CompletableFuture<AbstractResponse> withGroup(
            String group, Supplier<CompletableFuture<AbstractResponse>> then) {
        if (group.length() > GroupNames.MAX_LENGTH) {
            throw new InvalidGroupIdException(
                    "the name of a group has at most " + GroupNames.MAX_LENGTH + " characters");
        }
        Verdict verdict = names.let(group, ticker.nanos());
        if (verdict == Verdict.LIST) {
            return listed().thenCompose(done -> {
                if (names.let(group, ticker.nanos()) == Verdict.FULL) {
                    throw full();
                }
                return then.get();
            });
        }
        if (verdict == Verdict.FULL) {
            throw full();
        }
        return then.get();
    }

    /** Has the groups listed, once for all who wait for it. */
    private CompletableFuture<Void> listed() {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> already = listing.compareAndExchange(null, mine);
        if (already != null) {
            return already;
        }
        names.listing();
        CompletableFuture<?> unused = local.names().whenComplete((all, failure) -> {
            if (failure == null) {
                names.listed(all, ticker.nanos());
            } else {
                names.notListed(ticker.nanos());
            }
            listing.set(null);
            mine.complete(null);
        });
        return mine;
    }

    private static long bytes(RequestContext context, ApiMessage data) {
        return (long) data.size(new ObjectSerializationCache(), context.apiVersion())
                + context.header.clientId().length();
    }

    private long session(Duration wanted) {
        return (wanted.compareTo(longest) < 0 ? wanted : longest).plus(LATER).toNanos();
    }

    private static ApiException full() {
        return new PolicyViolationException("consumer groups have reached their memory limit");
    }
}
