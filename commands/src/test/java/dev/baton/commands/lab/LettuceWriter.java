// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Counts with Lettuce, which begins in the third version of the protocol. */
final class LettuceWriter extends Writer {
    private static final Duration LIMIT = Duration.ofMillis(1500);

    private static final ProtocolKeyword ACQUIRE = () -> "LEASE.ACQUIRE".getBytes(StandardCharsets.US_ASCII);

    private final RedisClient client = RedisClient.create();
    private @Nullable StatefulRedisConnection<String, String> connection;

    LettuceWriter(List<String> addresses) {
        super(addresses);
        client.setOptions(ClientOptions.builder().autoReconnect(false).build());
    }

    @Override
    Count count(String address, String before, String after) throws ErrorReply, NoReply {
        try {
            StatefulRedisConnection<String, String> open = connection;
            if (open == null) {
                open = client.connect(RedisURI.create("redis://" + address + "?timeout=1500ms"));
                open.setAutoFlushCommands(false);
                connection = open;
            }
            RedisAsyncCommands<String, String> commands = open.async();
            RedisFuture<String> first = acquire(commands, before);
            RedisFuture<Long> counted = commands.incr("n");
            RedisFuture<String> second = acquire(commands, after);
            open.flushCommands();
            return Count.of(answer(first), answer(counted), answer(second));
        } catch (RedisException lost) {
            throw new NoReply(lost);
        }
    }

    private static RedisFuture<String> acquire(RedisAsyncCommands<String, String> commands, String key) {
        CommandArgs<String, String> arguments =
                new CommandArgs<>(StringCodec.UTF8).addKey(key).add("lettuce").add(1);
        return commands.dispatch(ACQUIRE, new ValueOutput<>(StringCodec.UTF8), arguments);
    }

    private static <T> T answer(RedisFuture<T> reply) throws ErrorReply, NoReply {
        try {
            return reply.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RedisCommandExecutionException error) {
                throw new ErrorReply(error.getMessage());
            }
            throw new NoReply(failed);
        } catch (TimeoutException late) {
            throw new NoReply(late);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new NoReply(ended);
        }
    }

    @Override
    void disconnect() {
        StatefulRedisConnection<String, String> open = connection;
        connection = null;
        if (open != null) {
            CompletableFuture<Void> unused = open.closeAsync();
        }
        if (Thread.currentThread().isInterrupted()) {
            CompletableFuture<Void> unused = client.shutdownAsync();
        }
    }
}
