-- A run is about anything, not only products: what a row is about is a kind and an id, what it is to do is its input,
-- what came of it is its result. Kinds are bound by the areas of the server, so the table does not list them.
-- Undo is a run of its own, with a row for each row it takes back.
alter table runs drop constraint runs_kind_check;
alter table runs alter column work set default '{}';
alter table runs add column input jsonb not null default '{}';
-- Whether the kind can be taken back at all.
alter table runs add column undoable boolean not null default false;
-- Of an undo: the run it takes back. Of a run: the undo that was started.
alter table runs add column undoes uuid;
alter table runs add column undone_by uuid;
alter table run_rows add column subject_kind text not null default '';
alter table run_rows add column subject_id text not null default '';
alter table run_rows add column input jsonb not null default '{}';
alter table run_rows add column result jsonb not null default '{}';

update runs set input = work, undoable = kind <> 'import';
update run_rows set input = work, result = jsonb_build_object('made', to_jsonb(made)),
  subject_kind = case when product_id is not null then 'product' when source is not null then 'source_product' else '' end,
  subject_id = coalesce(product_id::text, source || ':' || source_product_id, '');

comment on column runs.work is 'unused since 0013; to be removed';
comment on column run_rows.product_id is 'unused since 0013; to be removed';
comment on column run_rows.source is 'unused since 0013; to be removed';
comment on column run_rows.source_product_id is 'unused since 0013; to be removed';
comment on column run_rows.work is 'unused since 0013; to be removed';
comment on column run_rows.made is 'unused since 0013; to be removed';
