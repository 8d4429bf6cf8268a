// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.redis.ArrayHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringRedisContent;
import io.netty.handler.codec.redis.FixedRedisMessagePool;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.InlineCommandRedisMessage;
import io.netty.handler.codec.redis.LastBulkStringRedisContent;
import io.netty.handler.codec.redis.RedisCodecException;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link Arguments} of what Netty's decoder finds, within limits. What breaks them, or the protocol, comes out as
 * an exception, after which this connection yields nothing more. Memory grows with what arrives, not with what is announced.
 */
public final class CommandReader extends ChannelInboundHandlerAdapter {
    private static final int MAX_LINE_LENGTH = 4096;
    private static final int FIRST_ROOM = 4096;

    private ReadLimits limits;
    private final IncompleteBytes incomplete;
    private final LineGuard guard;

    private byte @Nullable [][] parts;
    private int filled;
    private byte @Nullable [] room;
    private int announced;
    private int received;
    private int commandBytes;
    private int arrived;
    private int counted;
    private boolean broken;

    private CommandReader(ReadLimits limits, IncompleteBytes incomplete, LineGuard guard) {
        this.limits = limits;
        this.incomplete = incomplete;
        this.guard = guard;
    }

    /** Puts the decoder and the reader at the end of a pipeline. */
    public static CommandReader install(ChannelPipeline pipeline, ReadLimits limits, IncompleteBytes incomplete) {
        LineGuard guard = new LineGuard(MAX_LINE_LENGTH);
        CommandReader reader = new CommandReader(limits, incomplete, guard);
        pipeline.addLast(guard, new RedisDecoder(MAX_LINE_LENGTH, FixedRedisMessagePool.INSTANCE, true), reader);
        return reader;
    }

    /** From the next command on. */
    public void allow(ReadLimits more) {
        limits = more;
    }

    /** Has a command begun that has not ended? */
    public boolean isWithinCommand() {
        return parts != null || guard.isWithinLine();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        guard.progress();
        if (broken) {
            ReferenceCountUtil.release(message);
            return;
        }
        try {
            Arguments command = accept(message);
            if (command != null) {
                context.fireChannelRead(command);
            }
        } catch (RedisCodecException refused) {
            broken = true;
            forget();
            throw refused;
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private @Nullable Arguments accept(Object message) {
        if (message instanceof BulkStringRedisContent content) {
            return content instanceof FullBulkStringRedisMessage full ? whole(full) : part(content);
        }
        if (message instanceof BulkStringHeaderRedisMessage header) {
            announce(header.bulkStringLength());
            return null;
        }
        if (message instanceof ArrayHeaderRedisMessage header) {
            begin(header.length());
            return null;
        }
        if (message instanceof InlineCommandRedisMessage inline && parts == null) {
            return inline(inline.content());
        }
        throw new RedisCodecException("expected a command");
    }

    private void begin(long size) {
        if (parts != null) {
            throw new RedisCodecException("a command within a command");
        }
        if (size > limits.arguments()) {
            throw new RedisCodecException("more than " + limits.arguments() + " arguments");
        }
        if (size > 0) {
            parts = new byte[(int) size][];
        }
    }

    private void announce(int length) {
        if (parts == null) {
            throw new RedisCodecException("expected a command, got a string");
        }
        if (length > limits.argumentBytes()) {
            throw new RedisCodecException("an argument of more than " + limits.argumentBytes() + " bytes");
        }
        if (length > limits.commandBytes() - commandBytes) {
            throw new RedisCodecException("a command of more than " + limits.commandBytes() + " bytes");
        }
        commandBytes += length;
        announced = length;
        received = 0;
    }

    private @Nullable Arguments part(BulkStringRedisContent content) {
        ByteBuf bytes = content.content();
        int size = bytes.readableBytes();
        count(size);
        byte[] held = room;
        if (held == null) {
            held = new byte[Math.min(announced, Math.max(size, FIRST_ROOM))];
        } else if (held.length < received + size) {
            held = Arrays.copyOf(held, (int) Math.min(announced, Math.max(received + size, 2L * held.length)));
        }
        bytes.readBytes(held, received, size);
        received += size;
        room = held;
        if (!(content instanceof LastBulkStringRedisContent)) {
            return null;
        }
        room = null;
        return add(held);
    }

    private void count(int size) {
        arrived += size;
        int toCount = Math.max(0, arrived - ReadLimits.UNCOUNTED) - counted;
        incomplete.take(toCount);
        counted += toCount;
    }

    /** A string that has no parts: an empty one, or none at all. */
    private @Nullable Arguments whole(FullBulkStringRedisMessage message) {
        if (message.isNull() || parts == null) {
            throw new RedisCodecException("expected a string");
        }
        return add(new byte[0]);
    }

    private @Nullable Arguments add(byte[] argument) {
        byte[][] all = parts;
        if (all == null) {
            throw new RedisCodecException("a string outside of a command");
        }
        all[filled++] = argument;
        if (filled < all.length) {
            return null;
        }
        forget();
        return new Arguments(all);
    }

    private @Nullable Arguments inline(String line) {
        String words = line.strip();
        if (words.isEmpty()) {
            return null;
        }
        String[] texts = words.split("\\s+");
        if (texts.length > limits.arguments()) {
            throw new RedisCodecException("more than " + limits.arguments() + " arguments");
        }
        byte[][] all = new byte[texts.length][];
        for (int i = 0; i < texts.length; i++) {
            all[i] = texts[i].getBytes(StandardCharsets.UTF_8);
        }
        return new Arguments(all);
    }

    private void forget() {
        incomplete.giveBack(counted);
        counted = 0;
        arrived = 0;
        parts = null;
        room = null;
        filled = 0;
        commandBytes = 0;
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        broken = true;
        forget();
        super.channelInactive(context);
    }

    /**
     * Counts the bytes that went into the decoder since something came out of it: the decoder itself would wait for the
     * end of a line for as long as there is memory.
     */
    private static final class LineGuard extends ChannelInboundHandlerAdapter {
        private final int longest;
        private int waiting;

        LineGuard(int longest) {
            this.longest = longest;
        }

        void progress() {
            waiting = 0;
        }

        boolean isWithinLine() {
            return waiting > 0;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (waiting > longest) {
                ReferenceCountUtil.release(message);
                throw new RedisCodecException("a line of more than " + longest + " bytes");
            }
            // Reset by what comes out, so what is left when the read is over has no end yet, or is short.
            waiting += message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
            context.fireChannelRead(message);
        }
    }
}
