// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Counts with Jedis, in the third version of the protocol. */
final class JedisWriter extends Writer {
    private static final int LIMIT_MILLIS = 1500;
    private static final ProtocolCommand ACQUIRE = () -> "LEASE.ACQUIRE".getBytes(StandardCharsets.US_ASCII);

    private @Nullable Jedis jedis;

    JedisWriter(List<String> addresses) {
        super(addresses);
    }

    @Override
    Count count(String address, String before, String after) throws ErrorReply, NoReply {
        try {
            Jedis open = jedis;
            if (open == null) {
                open = new Jedis(
                        HostAndPort.from(address),
                        DefaultJedisClientConfig.builder()
                                .protocol(RedisProtocol.RESP3)
                                .timeoutMillis(LIMIT_MILLIS)
                                .build());
                jedis = open;
            }
            Pipeline pipeline = open.pipelined();
            Response<Object> first = pipeline.sendCommand(ACQUIRE, before, "jedis", "1");
            Response<Long> counted = pipeline.incr("n");
            Response<Object> second = pipeline.sendCommand(ACQUIRE, after, "jedis", "1");
            pipeline.sync();
            return Count.of(text(first), counted.get(), text(second));
        } catch (JedisConnectionException lost) {
            throw new NoReply(lost);
        } catch (JedisDataException error) {
            throw new ErrorReply(error.getMessage());
        }
    }

    private static String text(Response<Object> reply) {
        return new String((byte[]) reply.get(), StandardCharsets.US_ASCII);
    }

    @Override
    void disconnect() {
        Jedis open = jedis;
        jedis = null;
        if (open != null) {
            open.close();
        }
    }
}
