alter table supplier_orders add column vendor_word text, add column vendor_word_at timestamptz;
comment on column supplier_orders.vendor_word is 'What the supplier says of it in its own words where we have none for it; null: we have.';
