-- Baton on H2 2.2 or newer. Rows are never deleted: they hold the epochs, which must never come back.
CREATE TABLE IF NOT EXISTS baton_lease (
    cluster_name VARCHAR(64)   NOT NULL,
    election     VARCHAR(128)  NOT NULL,
    epoch        BIGINT        NOT NULL,
    node_id      VARCHAR(128)  NOT NULL,
    incarnation  VARCHAR(32)   NOT NULL,
    token        VARCHAR(32)   NOT NULL,
    expires_at   TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    released     BOOLEAN       NOT NULL,
    successor    VARCHAR(128)  NOT NULL,
    endpoints    VARCHAR(4000) NOT NULL,
    renewals     BIGINT        NOT NULL,
    priority          BIGINT       NOT NULL DEFAULT 100,
    claimant          VARCHAR(128) NOT NULL DEFAULT '',
    claim_incarnation VARCHAR(32)  NOT NULL DEFAULT '',
    claim_priority    BIGINT       NOT NULL DEFAULT 0,
    claimed_until     TIMESTAMP(6) WITH TIME ZONE NOT NULL DEFAULT TIMESTAMP WITH TIME ZONE '2000-01-01 00:00:00+00',
    PRIMARY KEY (election, cluster_name)
);

CREATE TABLE IF NOT EXISTS baton_fence (
    cluster_name VARCHAR(64)   NOT NULL,
    election     VARCHAR(128)  NOT NULL,
    epoch        BIGINT        NOT NULL,
    PRIMARY KEY (election, cluster_name)
);
