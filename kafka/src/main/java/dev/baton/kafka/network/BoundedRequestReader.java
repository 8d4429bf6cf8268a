// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.requests.AbstractRequest;

/**
 * The bytes of a request, of which not too many values may be read. Many kinds of requests and answers keep their parts in
 * hash tables, and the sender of a request chooses the names in it: names that share one place make the table's cost
 * quadratic.
 */
final class BoundedRequestReader extends ByteBufferAccessor {
    private static final int MAX_VALUES = 50_000;
    private static final int MAX_VALUES_IN_LISTS = 500_000;

    /** Those whose parts are lists, also in the answer. */
    private static final Set<ApiKeys> LISTS = EnumSet.of(
            ApiKeys.FETCH, ApiKeys.LIST_OFFSETS, ApiKeys.OFFSET_COMMIT, ApiKeys.OFFSET_FETCH, ApiKeys.SYNC_GROUP);

    private int left;

    BoundedRequestReader(ByteBuffer bytes, int most) {
        super(bytes);
        this.left = most;
    }

    /**
     * Parses the body of a request.
     *
     * @throws InvalidRequestException if it is malformed, or has too many parts
     */
    static AbstractRequest parse(ApiKeys kind, short version, ByteBuffer body) {
        try {
            int most = LISTS.contains(kind) ? MAX_VALUES_IN_LISTS : MAX_VALUES;
            return AbstractRequest.parseRequest(kind, version, new BoundedRequestReader(body, most)).request;
        } catch (InvalidRequestException refused) {
            throw refused;
        } catch (RuntimeException malformed) {
            throw new InvalidRequestException(kind + " of version " + version + " cannot be read", malformed);
        }
    }

    private void count() {
        if (--left < 0) {
            throw new InvalidRequestException("the request has too many parts");
        }
    }

    @Override
    public byte readByte() {
        count();
        return super.readByte();
    }

    @Override
    public short readShort() {
        count();
        return super.readShort();
    }

    @Override
    public int readInt() {
        count();
        return super.readInt();
    }

    @Override
    public long readLong() {
        count();
        return super.readLong();
    }

    @Override
    public int readUnsignedVarint() {
        count();
        return super.readUnsignedVarint();
    }

    @Override
    public byte[] readArray(int length) {
        count();
        return super.readArray(length);
    }

    @Override
    public ByteBuffer readByteBuffer(int length) {
        count();
        return super.readByteBuffer(length);
    }
}
