-- Baton on PostgreSQL 13 or newer. Names are ASCII and compared byte by byte; times are moments, whatever the
-- session's zone. Rows are never deleted: they hold the epochs, which must never come back.
-- The fill factor leaves room for renewals to stay on their page. The election comes first in the key: without statistics
-- PostgreSQL takes the rows of a cluster for few, and would go through all of them for each election.
CREATE TABLE IF NOT EXISTS baton_lease (
    cluster_name VARCHAR(64)   COLLATE "C" NOT NULL,
    election     VARCHAR(128)  COLLATE "C" NOT NULL,
    epoch        BIGINT        NOT NULL,
    node_id      VARCHAR(128)  COLLATE "C" NOT NULL,
    incarnation  VARCHAR(32)   COLLATE "C" NOT NULL,
    token        VARCHAR(32)   COLLATE "C" NOT NULL,
    expires_at   TIMESTAMP WITH TIME ZONE NOT NULL,
    released     BOOLEAN       NOT NULL,
    successor    VARCHAR(128)  COLLATE "C" NOT NULL,
    endpoints    VARCHAR(4000) COLLATE "C" NOT NULL,
    renewals     BIGINT        NOT NULL,
    priority          BIGINT       NOT NULL DEFAULT 100,
    claimant          VARCHAR(128) COLLATE "C" NOT NULL DEFAULT '',
    claim_incarnation VARCHAR(32)  COLLATE "C" NOT NULL DEFAULT '',
    claim_priority    BIGINT       NOT NULL DEFAULT 0,
    claimed_until     TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT TIMESTAMP WITH TIME ZONE '2000-01-01 00:00:00+00',
    PRIMARY KEY (election, cluster_name)
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS baton_fence (
    cluster_name VARCHAR(64)   COLLATE "C" NOT NULL,
    election     VARCHAR(128)  COLLATE "C" NOT NULL,
    epoch        BIGINT        NOT NULL,
    PRIMARY KEY (election, cluster_name)
) WITH (fillfactor = 50);
