-- How a workplace places orders at each supplier, and whether its orders are matched to the house supplier.

create table order_settings (
  workplace_id uuid not null references workplaces on delete cascade,
  source text not null,
  -- Only what was changed; the rest is in domain/order-settings.
  settings jsonb not null default '{}',
  -- Whoever saves says which one was read: nobody overwrites what was not seen.
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (workplace_id, source)
);
select protect_tenant_table('order_settings');

-- No row: the offer was never seen.
create table zopi_fulfilment (
  workplace_id uuid not null references workplaces on delete cascade,
  fulfilment text not null default 'origin' check (fulfilment in ('zopi', 'origin')),
  viewed_at timestamptz,
  viewed_by uuid,
  interacted_at timestamptz,
  interacted_by uuid,
  confirmed_at timestamptz,
  confirmed_by uuid,
  primary key (workplace_id)
);
select protect_tenant_table('zopi_fulfilment');
