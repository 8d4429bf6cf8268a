-- Work of Baton on PostgreSQL 13 or newer, beside the tables of elections. Nothing but Baton deletes rows of
-- partitions: they hold the tokens, which must never come back.
CREATE TABLE IF NOT EXISTS baton_work_version (
    cluster_name VARCHAR(64) COLLATE "C" NOT NULL,
    definitions  BIGINT NOT NULL,
    assignments  BIGINT NOT NULL,
    PRIMARY KEY (cluster_name)
) WITH (fillfactor = 70);

CREATE TABLE IF NOT EXISTS baton_work_list (
    cluster_name VARCHAR(64) COLLATE "C" NOT NULL,
    domain_name  VARCHAR(64) COLLATE "C" NOT NULL,
    list_name    VARCHAR(64) COLLATE "C" NOT NULL,
    partitions   BIGINT NOT NULL,
    weight       BIGINT NOT NULL,
    retired      BOOLEAN NOT NULL,
    PRIMARY KEY (domain_name, list_name, cluster_name)
) WITH (fillfactor = 70);

CREATE TABLE IF NOT EXISTS baton_work_worker (
    cluster_name  VARCHAR(64) COLLATE "C" NOT NULL,
    worker_id     VARCHAR(128) COLLATE "C" NOT NULL,
    session_epoch BIGINT NOT NULL,
    incarnation   VARCHAR(32) COLLATE "C" NOT NULL,
    zone_name     VARCHAR(64) COLLATE "C" NOT NULL,
    weight        BIGINT NOT NULL,
    task_lists    VARCHAR(4000) COLLATE "C" NOT NULL,
    metadata      VARCHAR(4000) COLLATE "C" NOT NULL,
    draining      BOOLEAN NOT NULL,
    PRIMARY KEY (worker_id, cluster_name)
) WITH (fillfactor = 70);

-- Pins and bans; a partition of -1 stands for the whole list.
CREATE TABLE IF NOT EXISTS baton_work_rule (
    cluster_name VARCHAR(64) COLLATE "C" NOT NULL,
    kind         VARCHAR(8) COLLATE "C" NOT NULL,
    domain_name  VARCHAR(64) COLLATE "C" NOT NULL,
    list_name    VARCHAR(64) COLLATE "C" NOT NULL,
    partition_no BIGINT NOT NULL,
    worker_id    VARCHAR(128) COLLATE "C" NOT NULL,
    PRIMARY KEY (domain_name, list_name, partition_no, kind, worker_id, cluster_name)
) WITH (fillfactor = 70);

CREATE TABLE IF NOT EXISTS baton_work_partition (
    cluster_name  VARCHAR(64) COLLATE "C" NOT NULL,
    domain_name   VARCHAR(64) COLLATE "C" NOT NULL,
    list_name     VARCHAR(64) COLLATE "C" NOT NULL,
    partition_no  BIGINT NOT NULL,
    state         VARCHAR(16) COLLATE "C" NOT NULL,
    owner_id      VARCHAR(128) COLLATE "C" NOT NULL,
    session_epoch BIGINT NOT NULL,
    token         BIGINT NOT NULL,
    target_id     VARCHAR(128) COLLATE "C" NOT NULL,
    coordinator   BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    PRIMARY KEY (domain_name, list_name, partition_no, cluster_name)
) WITH (fillfactor = 70);

CREATE INDEX IF NOT EXISTS baton_work_by_version ON baton_work_partition (cluster_name, version);

CREATE INDEX IF NOT EXISTS baton_work_by_owner ON baton_work_partition (cluster_name, owner_id);
