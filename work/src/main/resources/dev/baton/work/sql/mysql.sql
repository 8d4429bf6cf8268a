-- Work of Baton on MySQL 8.0 or MariaDB 10.6, or newer, beside the tables of elections. Nothing but Baton deletes rows of
-- partitions: they hold the tokens, which must never come back.
CREATE TABLE IF NOT EXISTS baton_work_version (
    cluster_name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    definitions  BIGINT NOT NULL,
    assignments  BIGINT NOT NULL,
    PRIMARY KEY (cluster_name)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS baton_work_list (
    cluster_name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    domain_name  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    list_name    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    partitions   BIGINT NOT NULL,
    weight       BIGINT NOT NULL,
    retired      BOOLEAN NOT NULL,
    PRIMARY KEY (domain_name, list_name, cluster_name)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS baton_work_worker (
    cluster_name  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    worker_id     VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    session_epoch BIGINT NOT NULL,
    incarnation   VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    zone_name     VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    weight        BIGINT NOT NULL,
    task_lists    VARCHAR(4000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    metadata      VARCHAR(4000) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    draining      BOOLEAN NOT NULL,
    PRIMARY KEY (worker_id, cluster_name)
) ENGINE = InnoDB;

-- Pins and bans; a partition of -1 stands for the whole list.
CREATE TABLE IF NOT EXISTS baton_work_rule (
    cluster_name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    kind         VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    domain_name  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    list_name    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    partition_no BIGINT NOT NULL,
    worker_id    VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (domain_name, list_name, partition_no, kind, worker_id, cluster_name)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS baton_work_partition (
    cluster_name  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    domain_name   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    list_name     VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    partition_no  BIGINT NOT NULL,
    state         VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    owner_id      VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    session_epoch BIGINT NOT NULL,
    token         BIGINT NOT NULL,
    target_id     VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    coordinator   BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    PRIMARY KEY (domain_name, list_name, partition_no, cluster_name),
    KEY work_by_version (cluster_name, version),
    KEY work_by_owner (cluster_name, owner_id)
) ENGINE = InnoDB;
