-- Claims that a supplier takes by its own steps (CJ's disputes), claims that the seller took back, and why a purchase was
-- cancelled (packages/domain/src/orders/cancel-reasons.ts; null: no cancellation, or nobody said).
alter table refund_requests drop constraint refund_requests_type_check;
alter table refund_requests add constraint refund_requests_type_check
  check (type in ('cancel', 'refund', 'dispute')) not valid;
alter table refund_requests drop constraint refund_requests_state_check;
alter table refund_requests add constraint refund_requests_state_check
  check (state in ('sending', 'pending', 'accepted', 'rejected', 'completed', 'failed', 'withdrawn')) not valid;
alter table refund_requests add column cancel_reason smallint;
alter table refund_requests add constraint refund_requests_cancel_reason_check
  check (cancel_reason between 1 and 14) not valid;
