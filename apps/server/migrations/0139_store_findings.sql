alter table store_connections add column findings jsonb not null default '{}';
comment on column store_connections.findings is 'What the platform keeps from us, by the read that found it: [{is, name}]. A read that goes through whole takes its own out.';
