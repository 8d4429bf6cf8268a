// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import java.nio.file.Path;

/** One key pair, in PEM: the certificate, with those that vouch for it, and its private key (PKCS #8, not encrypted). */
public record TlsFiles(Path certificate, Path privateKey) {}
