// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.commands.access.PasswordHash;
import dev.baton.commands.access.User;
import dev.baton.commands.access.UserPermission;
import dev.baton.commands.lab.RedisCli;
import dev.baton.testkit.Eventually;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.security.SecureRandom;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.SetParams;

/** Clients that know nothing of Baton, as they come. */
class ClientLibrariesIT {
    private static final User ANN =
            new User("ann", PasswordHash.of("secret", new SecureRandom()), List.of(UserPermission.everything()));

    private static TestServer leading() {
        return new TestServer(settings -> settings.users(List.of(ANN))).lead(7);
    }

    private static Jedis jedis(TestServer it, RedisProtocol protocol) {
        return new Jedis(
                new HostAndPort("127.0.0.1", it.server.port()),
                DefaultJedisClientConfig.builder()
                        .protocol(protocol)
                        .user("ann")
                        .password("secret")
                        .clientName("jedis")
                        .timeoutMillis(20_000) // a password takes a while on a busy machine
                        .build());
    }

    @ParameterizedTest
    @EnumSource(RedisProtocol.class)
    void jedisWorksUnchanged(RedisProtocol protocol) throws Exception {
        try (TestServer it = leading();
                Jedis jedis = jedis(it, protocol);
                Jedis listening = jedis(it, protocol)) {
            assertThat(jedis.set("a", "b", SetParams.setParams().ex(100))).isEqualTo("OK");
            assertThat(jedis.get("a")).isEqualTo("b");
            assertThat(jedis.get("none")).isNull();
            assertThat(jedis.ttl("a")).isBetween(80L, 100L);
            assertThat(jedis.exists("a", "none")).isEqualTo(1);
            assertThat(jedis.del("a")).isEqualTo(1);
            assertThat(jedis.incrBy("n", 41)).isEqualTo(41);
            assertThat(jedis.decr("n")).isEqualTo(40);
            assertThat(jedis.ping()).isEqualTo("PONG");
            assertThat(jedis.clientGetname()).isEqualTo("jedis");
            assertThat(jedis.info()).contains("epoch:7");
            assertThatThrownBy(() -> jedis.lpush("list", "x"))
                    .isInstanceOf(JedisDataException.class)
                    .hasMessageContaining("unknown command");

            Queue<String> heard = new ConcurrentLinkedQueue<>();
            JedisPubSub subscription = new JedisPubSub() {
                @Override
                public void onMessage(String channel, String message) {
                    heard.add(channel + ":" + message);
                    unsubscribe();
                }
            };
            Thread listener = new Thread(() -> listening.subscribe(subscription, "news"), "listener");
            listener.start();
            Eventually.eventually(
                    "it listens", TestServer.PATIENCE, () -> jedis.publish("news", "hello") == 1, heard::toString);
            listener.join(TestServer.PATIENCE.toMillis());
            assertThat(heard).containsExactly("news:hello");
        }
    }

    @Test
    void lettuceWorksUnchanged() {
        try (TestServer it = leading();
                RedisClient client = RedisClient.create("redis://ann:secret@127.0.0.1:" + it.server.port());
                StatefulRedisConnection<String, String> connection = client.connect();
                StatefulRedisPubSubConnection<String, String> listening = client.connectPubSub()) {
            RedisCommands<String, String> commands = connection.sync();
            assertThat(commands.set("a", "b", SetArgs.Builder.px(100_000))).isEqualTo("OK");
            assertThat(commands.get("a")).isEqualTo("b");
            assertThat(commands.get("none")).isNull();
            assertThat(commands.pttl("a")).isBetween(80_000L, 100_000L);
            assertThat(commands.incr("n")).isEqualTo(1);
            assertThat(commands.del("a", "n")).isEqualTo(2);

            Queue<String> heard = new ConcurrentLinkedQueue<>();
            listening.addListener(new RedisPubSubAdapter<>() {
                @Override
                public void message(String channel, String message) {
                    heard.add(channel + ":" + message);
                }
            });
            listening.sync().subscribe("news");
            assertThat(commands.publish("news", "hello")).isEqualTo(1);
            Eventually.eventually("it is heard", TestServer.PATIENCE, () -> !heard.isEmpty(), heard::toString);
            assertThat(heard).containsExactly("news:hello");

            it.follow("other", "10.0.0.2:25873", 8);
            it.stopLeading();
            assertThatThrownBy(() -> commands.incr("n"))
                    .isInstanceOf(RedisCommandExecutionException.class)
                    .hasMessage("NOT_LEADER other 10.0.0.2:25873 8");
        }
    }

    @Test
    void redisCliWorksUnchanged() {
        assumeTrue(RedisCli.isInstalled(), "left out: redis-cli is not installed (Debian: redis-tools)");
        try (TestServer it = TestServer.leading()) {
            int port = it.server.port();
            assertThat(RedisCli.ask(port, "SET", "a", "b")).isEqualTo("OK");
            assertThat(RedisCli.ask(port, "-3", "GET", "a")).isEqualTo("b");
            assertThat(RedisCli.ask(port, "LEASE.ACQUIRE", "l", "me", "60000"))
                    .isEqualTo("0000000000000000007-0000000000000000001");
            assertThat(RedisCli.ask(port, "-3", "LEASE.GET", "l")).startsWith("owner me");
            assertThat(RedisCli.ask(port, "-r", "3", "INCR", "n")).isEqualTo("1\n2\n3");
            assertThat(RedisCli.ask(port, "BUCKET.TAKE", "b", "2", "1", "1000")).isEqualTo("1\n1\n0");

            it.follow("other", "10.0.0.2:25873", 8);
            it.stopLeading();
            assertThat(RedisCli.ask(port, "GET", "a")).isEqualTo("NOT_LEADER other 10.0.0.2:25873 8");
        }
    }
}
