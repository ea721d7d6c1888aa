-- What became of asking a supplier about what was bought there: a person who asked sees it order by order.
alter table supplier_orders
  add column sync_requested_at timestamptz,
  add column sync_error text;
comment on column supplier_orders.sync_requested_at is 'When a person last wanted its supplier to be asked.';
comment on column supplier_orders.sync_error is 'Why the supplier did not show it when it was asked last, by the keys of the specification; null: it did.';
