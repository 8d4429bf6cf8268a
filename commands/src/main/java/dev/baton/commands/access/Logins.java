// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.access;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks passwords, on a thread of its own because that is slow on purpose. A password that was right once is known
 * again by a keyed digest whose key never leaves the process, so that a thousand connections of one user cost one check.
 */
public final class Logins implements AutoCloseable {
    private static final int MAX_WAITING = 256;
    private static final int KEY_BYTES = 32;
    private static final String DIGEST = "HmacSHA256";

    private final Map<String, User> users;
    private final PasswordHash nobodys;
    private final SecretKeySpec digestKey;
    private final Map<String, byte[]> knownDigests = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor checks;

    public Logins(Collection<User> users, SecureRandom random) {
        this.users = users.stream().collect(Collectors.toUnmodifiableMap(User::name, Function.identity()));
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        this.digestKey = new SecretKeySpec(key, DIGEST);
        this.nobodys = PasswordHash.ofNobody(random);
        this.checks =
                new ThreadPoolExecutor(0, 1, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), task -> {
                    Thread thread = new Thread(task, "baton-commands-login");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** @param then told at once, on the caller's thread, or later, on the checker's */
    public void check(String name, byte[] password, Consumer<Verdict> then) {
        byte[] digest = digest(password);
        User user = users.get(name);
        if (user != null && isKnown(name, digest)) {
            then.accept(new Verdict.Right(user));
            return;
        }
        try {
            checks.execute(() -> then.accept(checkSlowly(name, password, digest)));
        } catch (RejectedExecutionException tooMany) {
            then.accept(new Verdict.Busy());
        }
    }

    /** Does the same work for a user that does not exist, so that the time does not tell. */
    private Verdict checkSlowly(String name, byte[] password, byte[] digest) {
        User user = users.get(name);
        // May have become known while this one waited: a pool logs in with all its connections at once.
        boolean right = isKnown(name, digest) || (user == null ? nobodys : user.password()).matches(password);
        if (user == null || !right) {
            return new Verdict.Wrong();
        }
        knownDigests.put(name, digest);
        return new Verdict.Right(user);
    }

    private boolean isKnown(String name, byte[] digest) {
        byte[] known = knownDigests.get(name);
        return known != null && MessageDigest.isEqual(known, digest);
    }

    private byte[] digest(byte[] password) {
        try {
            Mac mac = Mac.getInstance(DIGEST);
            mac.init(digestKey);
            return mac.doFinal(password);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(DIGEST + " is part of every Java platform", missing);
        }
    }

    @Override
    public void close() {
        checks.shutdownNow();
    }
}
