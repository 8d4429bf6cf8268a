-- Work of Baton on H2 2.2 or newer, beside the tables of elections. Nothing but Baton deletes rows of
-- partitions: they hold the tokens, which must never come back.
CREATE TABLE IF NOT EXISTS baton_work_version (
    cluster_name VARCHAR(64) NOT NULL,
    definitions  BIGINT NOT NULL,
    assignments  BIGINT NOT NULL,
    PRIMARY KEY (cluster_name)
);

CREATE TABLE IF NOT EXISTS baton_work_list (
    cluster_name VARCHAR(64) NOT NULL,
    domain_name  VARCHAR(64) NOT NULL,
    list_name    VARCHAR(64) NOT NULL,
    partitions   BIGINT NOT NULL,
    weight       BIGINT NOT NULL,
    retired      BOOLEAN NOT NULL,
    PRIMARY KEY (domain_name, list_name, cluster_name)
);

CREATE TABLE IF NOT EXISTS baton_work_worker (
    cluster_name  VARCHAR(64) NOT NULL,
    worker_id     VARCHAR(128) NOT NULL,
    session_epoch BIGINT NOT NULL,
    incarnation   VARCHAR(32) NOT NULL,
    zone_name     VARCHAR(64) NOT NULL,
    weight        BIGINT NOT NULL,
    task_lists    VARCHAR(4000) NOT NULL,
    metadata      VARCHAR(4000) NOT NULL,
    draining      BOOLEAN NOT NULL,
    PRIMARY KEY (worker_id, cluster_name)
);

-- Pins and bans; a partition of -1 stands for the whole list.
CREATE TABLE IF NOT EXISTS baton_work_rule (
    cluster_name VARCHAR(64) NOT NULL,
    kind         VARCHAR(8) NOT NULL,
    domain_name  VARCHAR(64) NOT NULL,
    list_name    VARCHAR(64) NOT NULL,
    partition_no BIGINT NOT NULL,
    worker_id    VARCHAR(128) NOT NULL,
    PRIMARY KEY (domain_name, list_name, partition_no, kind, worker_id, cluster_name)
);

CREATE TABLE IF NOT EXISTS baton_work_partition (
    cluster_name  VARCHAR(64) NOT NULL,
    domain_name   VARCHAR(64) NOT NULL,
    list_name     VARCHAR(64) NOT NULL,
    partition_no  BIGINT NOT NULL,
    state         VARCHAR(16) NOT NULL,
    owner_id      VARCHAR(128) NOT NULL,
    session_epoch BIGINT NOT NULL,
    token         BIGINT NOT NULL,
    target_id     VARCHAR(128) NOT NULL,
    coordinator   BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    PRIMARY KEY (domain_name, list_name, partition_no, cluster_name)
);

CREATE INDEX IF NOT EXISTS baton_work_by_version ON baton_work_partition (cluster_name, version);

CREATE INDEX IF NOT EXISTS baton_work_by_owner ON baton_work_partition (cluster_name, owner_id);
