-- Baton on PostgreSQL 13 or newer. Names are ASCII and compared byte by byte; times are moments, whatever the
-- session's zone. Rows are never deleted: they hold the epochs, which must never come back.
-- The fill factor leaves room for renewals to stay on their page.
CREATE TABLE IF NOT EXISTS baton_lease (
    election    VARCHAR(128)  COLLATE "C" NOT NULL PRIMARY KEY,
    epoch       BIGINT        NOT NULL,
    node_id     VARCHAR(128)  COLLATE "C" NOT NULL,
    incarnation VARCHAR(32)   COLLATE "C" NOT NULL,
    token       VARCHAR(32)   COLLATE "C" NOT NULL,
    expires_at  TIMESTAMP WITH TIME ZONE NOT NULL,
    released    BOOLEAN       NOT NULL,
    successor   VARCHAR(128)  COLLATE "C" NOT NULL,
    endpoints   VARCHAR(4000) COLLATE "C" NOT NULL,
    renewals    BIGINT        NOT NULL,
    priority          BIGINT       NOT NULL DEFAULT 100,
    claimant          VARCHAR(128) COLLATE "C" NOT NULL DEFAULT '',
    claim_incarnation VARCHAR(32)  COLLATE "C" NOT NULL DEFAULT '',
    claim_priority    BIGINT       NOT NULL DEFAULT 0,
    claimed_until     TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT TIMESTAMP WITH TIME ZONE '2000-01-01 00:00:00+00'
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS baton_fence (
    election VARCHAR(128) COLLATE "C" NOT NULL PRIMARY KEY,
    epoch    BIGINT       NOT NULL
) WITH (fillfactor = 50);
