// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.client;

import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.Reply;
import dev.baton.commands.slots.FencingToken;
import dev.baton.internal.runtime.TimedWait;
import dev.baton.security.TlsFiles;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A client that follows the leader: it follows redirects, and retries while there is no leader. A command whose outcome
 * is unknown is repeated only if that is harmless; otherwise the call fails with {@link OutcomeUnknownException}.
 *
 * <p>Any thread may call; calls are made one after another, on one connection.
 */
public final class CommandsClient implements AutoCloseable {
    /** Repeating these is harmless. */
    private static final Set<String> HARMLESS = Set.of(
            "GET", "EXISTS", "TTL", "PTTL", "LEASE.GET", "LEASE.ACQUIRE", "LEASE.RENEW", "TICKER.GET", "PING", "INFO");

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final ClientSettings settings;
    private final List<ServerAddress> seeds;
    private final @Nullable SslContext tls;
    private final MultiThreadIoEventLoopGroup loops;
    private @Nullable CommandsConnection wire;
    private @Nullable ServerAddress leader;
    private int nextSeed;

    private CommandsClient(ClientSettings settings) {
        this.settings = settings;
        this.seeds = settings.seeds().stream().map(ServerAddress::of).collect(Collectors.toUnmodifiableList());
        this.tls = tlsOf(settings);
        this.loops = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("baton-commands-client", true), NioIoHandler.newFactory());
    }

    /** Connects on first use. */
    public static CommandsClient of(ClientSettings settings) {
        return new CommandsClient(settings);
    }

    private static @Nullable SslContext tlsOf(ClientSettings settings) {
        if (settings.trusted().isEmpty()) {
            return null;
        }
        try {
            return SslContextBuilder.forClient()
                    .trustManager(TlsFiles.certificates(settings.trusted().get()))
                    .endpointIdentificationAlgorithm("HTTPS")
                    .build();
        } catch (SSLException | IllegalArgumentException unusable) {
            throw new IllegalArgumentException(
                    "no usable certificates in " + settings.trusted().get(), unusable);
        }
    }

    public Optional<Bytes> get(String key) {
        return call("GET", key) instanceof Reply.Bulk bulk ? Optional.of(bulk.bytes()) : Optional.empty();
    }

    public void set(String key, String value) {
        call("SET", key, value);
    }

    public long increment(String key) {
        return number(call("INCR", key));
    }

    /** The token, unless another owner holds the lease. */
    public Optional<FencingToken> acquireLease(String key, String owner, Duration lasts) {
        Reply reply = call("LEASE.ACQUIRE", key, owner, Long.toString(lasts.toMillis()));
        return reply instanceof Reply.Bulk token
                ? Optional.of(FencingToken.parse(token.bytes().toString()))
                : Optional.empty();
    }

    /** Extends the lease; whether it was still held. */
    public boolean renewLease(String key, String owner, FencingToken token, Duration lasts) {
        return number(call("LEASE.RENEW", key, owner, token.toString(), Long.toString(lasts.toMillis()))) == 1;
    }

    /** Releases the lease; whether it was still held. */
    public boolean releaseLease(String key, String owner, FencingToken token) {
        return number(call("LEASE.RELEASE", key, owner, token.toString())) == 1;
    }

    private static long number(Reply reply) {
        if (reply instanceof Reply.Whole whole) {
            return whole.value();
        }
        throw new IllegalStateException("expected a number, got " + reply);
    }

    /**
     * The leader's answer to any command except those that subscribe.
     *
     * @throws CommandFailedException if the leader refuses it
     * @throws OutcomeUnknownException if the outcome is unknown
     * @throws UnavailableException if no leader was found in time; then it was not done
     */
    public Reply call(String... command) {
        return call(HARMLESS.contains(command[0].toUpperCase(Locale.ROOT)), bytes(command));
    }

    /** Like {@link #call(String...)}, but repeats a command that may have been done already: it may be done twice. */
    public Reply callEvenTwice(String... command) {
        return call(true, bytes(command));
    }

    private static List<Bytes> bytes(String... command) {
        return Arrays.stream(command).map(Bytes::of).collect(Collectors.toUnmodifiableList());
    }

    private synchronized Reply call(boolean mayRepeat, List<Bytes> command) {
        long began = System.nanoTime();
        Duration pause = Duration.ZERO;
        while (true) {
            Duration left = settings.overall().minusNanos(System.nanoTime() - began);
            if (left.isNegative() || left.isZero()) {
                throw new UnavailableException(
                        "no leader answered within " + settings.overall().toMillis() + " ms");
            }
            pause(pause, left);
            CommandOutcome outcome = attempt(command);
            if (outcome instanceof CommandOutcome.Answered answered) {
                return answered.reply();
            }
            if (outcome instanceof CommandOutcome.Refused refused) {
                throw new CommandFailedException(refused.reply());
            }
            if (outcome instanceof CommandOutcome.Unknown unknown && !mayRepeat) {
                throw new OutcomeUnknownException(unknown.why());
            }
            boolean sent = outcome instanceof CommandOutcome.Elsewhere elsewhere && turnTo(elsewhere.leader());
            pause = sent && pause.isZero() ? Duration.ZERO : longer(pause);
        }
    }

    /** Goes to the leader that was named, unless that is where it was asked; true if there is somewhere new to go. */
    private boolean turnTo(Optional<ServerAddress> named) {
        boolean isNew = named.isPresent() && !named.get().equals(leader);
        disconnect();
        leader = named.orElse(null);
        return isNew;
    }

    private Duration longer(Duration pause) {
        Duration doubled = pause.isZero() ? settings.firstPause() : pause.multipliedBy(2);
        return doubled.compareTo(settings.longestPause()) > 0 ? settings.longestPause() : doubled;
    }

    /** Between half of it and all of it: clients that lost the same leader do not come back at the same moment. */
    private static void pause(Duration most, Duration left) {
        long nanos = Math.min(most.toNanos(), left.toNanos());
        if (nanos == 0) {
            return;
        }
        try {
            TimedWait.of(Duration.ofNanos(ThreadLocalRandom.current().nextLong(nanos / 2, nanos + 1)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted while looking for the leader", interrupted);
        }
    }

    private CommandOutcome attempt(List<Bytes> command) {
        CommandsConnection open;
        try {
            open = connected();
        } catch (IOException nobodyThere) {
            disconnect();
            leader = null;
            return new CommandOutcome.Elsewhere(Optional.empty());
        }
        Reply reply = ask(open, command);
        if (reply == null) {
            disconnect();
            leader = null;
            return new CommandOutcome.Unknown("no reply to " + command.get(0) + " from " + open.address());
        }
        return CommandOutcome.of(reply);
    }

    private CommandsConnection connected() throws IOException {
        CommandsConnection open = wire;
        if (open != null && open.isOpen()) {
            return open;
        }
        disconnect();
        ServerAddress target = leader;
        if (target == null) {
            target = seeds.get(nextSeed);
            nextSeed = (nextSeed + 1) % seeds.size();
        }
        CommandsConnection made = CommandsConnection.connect(target, loops, tls, settings.connect());
        logIn(made);
        leader = target;
        wire = made;
        return made;
    }

    private void logIn(CommandsConnection made) throws IOException {
        if (settings.login().isEmpty()) {
            return;
        }
        ClientSettings.Login login = settings.login().get();
        Reply reply = ask(made, bytes("AUTH", login.user(), login.password()));
        if (reply instanceof Reply.Status) {
            return;
        }
        made.close();
        if (reply instanceof Reply.Failure failure) {
            throw new CommandFailedException(failure.text());
        }
        throw new IOException("no reply to the login");
    }

    private @Nullable Reply ask(CommandsConnection open, List<Bytes> command) {
        try {
            return open.ask(command, settings.reply());
        } catch (InterruptedException interrupted) {
            disconnect();
            Thread.currentThread().interrupt();
            throw new OutcomeUnknownException("interrupted while waiting for a reply", interrupted);
        }
    }

    private void disconnect() {
        CommandsConnection open = wire;
        wire = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public synchronized void close() {
        disconnect();
        loops.shutdownGracefully(0, CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_LIMIT.toMillis());
    }
}
