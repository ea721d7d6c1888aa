-- What an assistant wrote into a product can be taken back by itself, until the seller keeps it.
alter table product_changes drop constraint product_changes_kind_check;
alter table product_changes add constraint product_changes_kind_check
  check (kind in ('import', 'edit', 'bulk_edit', 'price_rule', 'restore', 'undo', 'split', 'duplicate', 'link', 'ai')) not valid;
alter table product_changes validate constraint product_changes_kind_check;
alter table product_changes add column kept_at timestamptz;
create index product_changes_ai on product_changes (workplace_id, change_id) where kind = 'ai';
