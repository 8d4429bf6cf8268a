-- Baton on MySQL 8.0 or newer. Names are ASCII and compared byte by byte; times are UTC, whatever the session's zone.
-- Rows are never deleted: they hold the epochs, which must never come back.
CREATE TABLE IF NOT EXISTS baton_lease (
    cluster_name VARCHAR(64)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    election     VARCHAR(128)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    epoch        BIGINT        NOT NULL,
    node_id      VARCHAR(128)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    incarnation  VARCHAR(32)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    token        VARCHAR(32)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    expires_at   DATETIME(6)   NOT NULL,
    released     BOOLEAN       NOT NULL,
    successor    VARCHAR(128)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    endpoints    VARCHAR(4000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    renewals     BIGINT        NOT NULL,
    priority          BIGINT       NOT NULL DEFAULT 100,
    claimant          VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    claim_incarnation VARCHAR(32)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    claim_priority    BIGINT       NOT NULL DEFAULT 0,
    claimed_until     DATETIME(6)  NOT NULL DEFAULT '2000-01-01 00:00:00',
    PRIMARY KEY (election, cluster_name)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS baton_fence (
    cluster_name VARCHAR(64)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    election     VARCHAR(128)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    epoch        BIGINT        NOT NULL,
    PRIMARY KEY (election, cluster_name)
) ENGINE = InnoDB;
