// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import dev.baton.kafka.KafkaSettings;
import dev.baton.kafka.access.KafkaUser;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.internals.BrokerSecurityConfigs;
import org.apache.kafka.common.network.ChannelBuilder;
import org.apache.kafka.common.network.ChannelBuilders;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.security.authenticator.CredentialCache;
import org.apache.kafka.common.security.scram.ScramCredential;
import org.apache.kafka.common.security.scram.internals.ScramCredentialUtils;
import org.apache.kafka.common.security.scram.internals.ScramFormatter;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.apache.kafka.common.security.token.delegation.internals.DelegationTokenCache;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/** How connections are set up: with or without TLS and logins. Hashes passwords once, when it is made. */
final class Channels {
    static final ListenerName LISTENER = ListenerName.normalised("baton");
    private static final int SCRAM_ITERATIONS = 4_096;
    /** A login needs no more. */
    private static final int MAX_LOGIN_BYTES = 16 * 1024;

    private final KafkaSettings settings;
    private final Optional<TlsKeys> keys;
    private final SecurityProtocol protocol;
    private final List<String> mechanisms = new ArrayList<>();
    private final CredentialCache credentials = new CredentialCache();

    Channels(KafkaSettings settings, Optional<TlsKeys> keys) {
        this.settings = settings;
        this.keys = keys;
        boolean users = !settings.access().users().isEmpty();
        boolean tls = keys.isPresent();
        this.protocol = users
                ? (tls ? SecurityProtocol.SASL_SSL : SecurityProtocol.SASL_PLAINTEXT)
                : (tls ? SecurityProtocol.SSL : SecurityProtocol.PLAINTEXT);
        ScramCredentialUtils.createCache(credentials, ScramMechanism.mechanismNames());
        if (users) {
            mechanisms.addAll(ScramMechanism.mechanismNames());
            if (settings.mayAskForPasswords()) {
                mechanisms.add("PLAIN");
            }
            settings.access().users().forEach(this::addScram);
        }
    }

    SecurityProtocol protocol() {
        return protocol;
    }

    private void addScram(KafkaUser user) {
        try {
            for (ScramMechanism mechanism : ScramMechanism.values()) {
                credentials
                        .cache(mechanism.mechanismName(), ScramCredential.class)
                        .put(
                                user.name(),
                                new ScramFormatter(mechanism).generateCredential(user.password(), SCRAM_ITERATIONS));
            }
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this JVM does not support SCRAM", missing);
        }
    }

    ChannelBuilder builder(Function<Short, ApiVersionsResponse> apiVersions) {
        Map<String, Object> configs = new HashMap<>();
        keys.ifPresent(tls -> {
            configs.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, TlsEngines.class);
            configs.put(TlsEngines.KEYS, tls);
        });
        if (!mechanisms.isEmpty()) {
            configs.put(BrokerSecurityConfigs.SASL_ENABLED_MECHANISMS_CONFIG, mechanisms);
            configs.put(BrokerSecurityConfigs.SASL_SERVER_MAX_RECEIVE_SIZE_CONFIG, MAX_LOGIN_BYTES);
            configs.put(
                    PlainAuthentication.PASSWORDS,
                    settings.access().users().stream()
                            .collect(Collectors.toUnmodifiableMap(KafkaUser::name, KafkaUser::password)));
            for (String mechanism : mechanisms) {
                String prefix = LISTENER.saslMechanismConfigPrefix(mechanism);
                boolean plain = mechanism.equals("PLAIN");
                configs.put(
                        prefix + "sasl.jaas.config",
                        new org.apache.kafka.common.config.types.Password("org.apache.kafka.common.security."
                                + (plain ? "plain.Plain" : "scram.Scram") + "LoginModule required;"));
                if (plain) {
                    configs.put(
                            prefix + BrokerSecurityConfigs.SASL_SERVER_CALLBACK_HANDLER_CLASS_CONFIG,
                            PlainAuthentication.class);
                }
            }
        }
        return ChannelBuilders.serverChannelBuilder(
                LISTENER,
                false,
                protocol,
                new AbstractConfig(BrokerSecurityConfigs.CONFIG_DEF, configs, false),
                credentials,
                new DelegationTokenCache(ScramMechanism.mechanismNames()),
                Time.SYSTEM,
                new LogContext(),
                apiVersions);
    }
}
