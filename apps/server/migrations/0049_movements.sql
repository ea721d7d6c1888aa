-- outside a transaction
-- Lists of movements are read by when the money moved, newest first, and by what it was.
drop index concurrently if exists ledger_txns_effective;
create index concurrently ledger_txns_effective on ledger_txns (workplace_id, effective_at, txn_id);
drop index concurrently if exists ledger_txns_kind;
create index concurrently ledger_txns_kind on ledger_txns (workplace_id, kind, effective_at, txn_id);
