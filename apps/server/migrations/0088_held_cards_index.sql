-- outside a transaction
drop index concurrently if exists payments_held;
create index concurrently payments_held on payments (created_at) where state = 'authorised';
