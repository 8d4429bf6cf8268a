-- No unique key: an invoice that was sent twice would be seen.
CREATE TABLE IF NOT EXISTS invoice (
    number  BIGINT       NOT NULL,
    sent_by VARCHAR(128) NOT NULL,
    epoch   BIGINT       NOT NULL
);
