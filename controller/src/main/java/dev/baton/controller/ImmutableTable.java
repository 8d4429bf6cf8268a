// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows in the order of their keys. A draft of a table has its changes apart until they are {@linkplain #keep kept}. */
final class ImmutableTable<K extends Comparable<K>, V> {
    private final @Nullable ImmutableTable<K, V> base;
    private final TreeMap<K, V> rows = new TreeMap<>();
    private final TreeMap<K, Optional<V>> changes = new TreeMap<>();
    private int size;

    ImmutableTable() {
        this(null);
    }

    private ImmutableTable(@Nullable ImmutableTable<K, V> base) {
        this.base = base;
        this.size = base == null ? 0 : base.size;
    }

    ImmutableTable<K, V> draft() {
        return new ImmutableTable<>(this);
    }

    @Nullable
    V get(K key) {
        if (base == null) {
            return rows.get(key);
        }
        Optional<V> changed = changes.get(key);
        return changed != null ? changed.orElse(null) : base.get(key);
    }

    void put(K key, V value) {
        size += get(key) == null ? 1 : 0;
        if (base == null) {
            rows.put(key, value);
        } else {
            changes.put(key, Optional.of(value));
        }
    }

    void remove(K key) {
        size -= get(key) == null ? 0 : 1;
        if (base == null) {
            rows.remove(key);
        } else {
            changes.put(key, Optional.empty());
        }
    }

    int size() {
        return size;
    }

    /** All rows; of a draft, a copy. */
    Collection<V> values() {
        return Collections.unmodifiableCollection(merged().values());
    }

    private SortedMap<K, V> merged() {
        if (base == null) {
            return rows;
        }
        TreeMap<K, V> all = new TreeMap<>(base.merged());
        changes.forEach((key, value) -> {
            if (value.isPresent()) {
                all.put(key, value.get());
            } else {
                all.remove(key);
            }
        });
        return all;
    }

    /** Takes a draft's changes over into the table that it was made of. */
    void keep() {
        if (base != null) {
            changes.forEach((key, value) -> {
                if (value.isPresent()) {
                    base.put(key, value.get());
                } else {
                    base.remove(key);
                }
            });
            changes.clear();
        }
    }
}
