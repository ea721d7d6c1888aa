-- outside a transaction
-- What nobody answered within a day.
drop index concurrently if exists refund_requests_unanswered;
create index concurrently refund_requests_unanswered on refund_requests (workplace_id, requested_at)
  where state in ('sending', 'pending');
