-- What a variant is bought as. Bundles, suppliers by country and gifts are said by the supplier links themselves
-- (domain/mapping/plan.ts); links of one component have units and gift in common.
alter table variant_suppliers
  add column component smallint not null default 0 check (component between 0 and 9),
  add column units integer not null default 1 check (units between 0 and 1000),
  add column countries text[] not null default '{}',
  add column gift_every integer check (gift_every between 1 and 1000),
  add column gift_get integer check (gift_get between 1 and 1000),
  add constraint variant_suppliers_gift check ((gift_every is null) = (gift_get is null)),
  add constraint variant_suppliers_bought check (units > 0 or gift_every is not null);

-- A product of the store that the seller does not want to see among the unmapped ones.
alter table listings add column hidden_at timestamptz;
