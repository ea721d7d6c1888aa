-- What a variant is bought as. Bundles, suppliers by country and gifts are said by the supplier links themselves
-- (domain/mapping/plan.ts); links of one component have units and gift in common.
alter table variant_suppliers
  add column component smallint not null default 0,
  add column units integer not null default 1,
  add column countries text[] not null default '{}',
  add column gift_every integer,
  add column gift_get integer;
alter table variant_suppliers add constraint variant_suppliers_rule check (
  component between 0 and 9 and units between 0 and 1000
  and (gift_every is null) = (gift_get is null)
  and (gift_every is null or (gift_every between 1 and 1000 and gift_get between 1 and 1000))
  and (units > 0 or gift_every is not null)) not valid;

-- A product of the store that the seller does not want to see among the unmapped ones.
alter table listings add column hidden_at timestamptz;
