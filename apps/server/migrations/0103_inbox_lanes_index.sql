-- outside a transaction
-- What waits in a lane, in the order it came. Nobody asks for all that waits, whosever it is.
drop index concurrently if exists inbox_lane;
create index concurrently inbox_lane on inbox (vendor, account_key, lane, received_at, inbox_id)
  where handled_at is null and state <> 'alone';
drop index concurrently if exists inbox_waiting;
