-- The country that the buyer's account at the site is set to, as the browser extension saw it; null: not told.
alter table supplier_orders add column account_country text;
