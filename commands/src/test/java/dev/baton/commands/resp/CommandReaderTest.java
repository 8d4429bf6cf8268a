// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CodecException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommandReaderTest {
    private final IncompleteBytes incomplete = new IncompleteBytes(10_000);
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final CommandReader reader =
            CommandReader.install(channel.pipeline(), new ReadLimits(8, 5_000, 8_000, 10_000), incomplete);

    private void hear(String raw) {
        channel.writeInbound(Unpooled.copiedBuffer(raw, StandardCharsets.ISO_8859_1));
    }

    private List<List<Bytes>> commands() {
        List<List<Bytes>> all = new ArrayList<>();
        for (Arguments one = channel.readInbound(); one != null; one = channel.readInbound()) {
            List<Bytes> parts = new ArrayList<>();
            for (int i = 0; i < one.size(); i++) {
                parts.add(one.bytes(i));
            }
            all.add(parts);
        }
        return all;
    }

    @Test
    void findsTheSameCommandsHoweverTheyAreCutUp() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<List<Bytes>> sent = new ArrayList<>();
            ByteArrayOutputStream raw = new ByteArrayOutputStream();
            for (int i = 0; i < 20; i++) {
                sent.add(write(random, raw));
            }
            byte[] bytes = raw.toByteArray();
            int at = 0;
            while (at < bytes.length) {
                int size = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? 3 : 2000));
                channel.writeInbound(Unpooled.copiedBuffer(bytes, at, size));
                at += size;
            }

            assertThat(commands()).as("seed %s", seed).isEqualTo(sent);
            assertThat(incomplete.held()).isZero();
            assertThat(reader.isWithinCommand()).isFalse();
        }
    }

    private static List<Bytes> write(Random random, ByteArrayOutputStream raw) {
        List<Bytes> parts = new ArrayList<>();
        int count = 1 + random.nextInt(7);
        raw.writeBytes(("*" + count + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < count; i++) {
            byte[] part = new byte[random.nextInt(10) == 0 ? random.nextInt(1000) : random.nextInt(5)];
            random.nextBytes(part);
            raw.writeBytes(("$" + part.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            raw.writeBytes(part);
            raw.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
            parts.add(new Bytes(part));
        }
        return parts;
    }

    @Test
    void whatHasArrivedOfALargeCommandCountsUntilItsEndOrThatOfTheConnection() {
        hear("*3\r\n$3\r\nSET\r\n$4000\r\n" + "x".repeat(4000) + "\r\n$3900\r\n");
        assertThat(incomplete.held()).isZero();
        hear("x".repeat(1000));
        assertThat(incomplete.held()).isEqualTo(3 + 4000 + 1000 - ReadLimits.UNCOUNTED);
        assertThat(reader.isWithinCommand()).isTrue();

        channel.finishAndReleaseAll();
        assertThat(incomplete.held()).isZero();
    }

    @Test
    void moreThanTheLimitsIsRefusedAtTheAnnouncement() {
        for (String raw : new String[] {
            "*9\r\n", "*2\r\n$3\r\nGET\r\n$5001\r\n", "*3\r\n$5000\r\n" + "x".repeat(5000) + "\r\n$3001\r\n"
        }) {
            EmbeddedChannel other = new EmbeddedChannel();
            CommandReader.install(other.pipeline(), new ReadLimits(8, 5_000, 8_000, 10_000), incomplete);

            assertThatThrownBy(() -> other.writeInbound(Unpooled.copiedBuffer(raw, StandardCharsets.US_ASCII)))
                    .isInstanceOf(CodecException.class);
            assertThat(incomplete.held()).isZero();
        }
    }

    @Test
    void nothingComesAfterAnError() {
        assertThatThrownBy(() -> hear("*9\r\n")).isInstanceOf(CodecException.class);

        hear("*1\r\n$4\r\nPING\r\n");
        assertThat(commands()).isEmpty();
    }

    @Test
    void aLineWithoutAnEndIsRefusedAndNotKept() {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        hear("*" + "1".repeat(1000));
                    }
                })
                .isInstanceOf(CodecException.class);
    }

    @Test
    void garbageOfAnyKindEndsInAnErrorOrInCommands() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            String alphabet = "*$:+-0123456789\r\n\r\n\r\nGETx \0\u00ff";
            StringBuilder raw = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                raw.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            EmbeddedChannel other = new EmbeddedChannel();
            CommandReader.install(other.pipeline(), new ReadLimits(8, 5_000, 8_000, 10_000), incomplete);
            List<Throwable> errors = new ArrayList<>();
            other.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                    errors.add(cause);
                }
            });

            other.writeInbound(Unpooled.copiedBuffer(raw, StandardCharsets.ISO_8859_1));
            other.finishAndReleaseAll();

            assertThat(errors).as("seed %s", seed).allMatch(error -> error instanceof CodecException);
            assertThat(incomplete.held()).isZero();
        }
    }
}
