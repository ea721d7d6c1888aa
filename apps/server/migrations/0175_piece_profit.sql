-- the version before must be stopped
-- It reads a profit of every product.

-- A profit without the cost of sending is no profit: it is kept apart, as what a piece would earn at most.
alter table products alter column profit drop not null, alter column profit drop default,
  alter column margin drop not null, alter column margin drop default, add column profit_at_most bigint;
comment on column products.profit is 'Of the variant that earns least, one piece sent to `ship_to`, in `currency`. Null: a cost is not known, or what sending takes (`profit_at_most`).';
update products set profit = null, margin = null,
  profit_at_most = case when cost_max > 0 then profit end
where shipping_cost is null or cost_max = 0;
