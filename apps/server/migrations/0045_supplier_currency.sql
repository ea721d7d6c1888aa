-- In which currency a supplier says its prices. Another one than before makes every figure of it doubtful: the watch stops and asks.
alter table catalog_products add column price_currency text;
alter table catalog_products add column currency_changed_at timestamptz;

alter table auto_update_questions drop constraint auto_update_questions_reason_check;
alter table auto_update_questions add constraint auto_update_questions_reason_check
  check (reason in ('factor', 'zero', 'many', 'errors', 'gone', 'currency')) not valid;
