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

-- While the version before this one still runs, it writes the old columns only: the new ones follow. To be removed
-- with them.
create function fill_run() returns trigger language plpgsql as $$
begin
  if new.input = '{}' and new.work <> '{}' then
    new.input := new.work;
    new.undoable := new.kind <> 'import';
  end if;
  return new;
end $$;
create trigger runs_fill before insert on runs for each row execute function fill_run();

create function fill_run_row() returns trigger language plpgsql as $$
begin
  if new.subject_kind = '' then
    new.input := new.work;
    new.result := jsonb_build_object('made', to_jsonb(new.made));
    new.subject_kind := case when new.product_id is not null then 'product' else 'source_product' end;
    new.subject_id := coalesce(new.product_id::text, new.source || ':' || new.source_product_id, '');
    if new.product_id is not null and new.source is not null then
      new.input := new.input || jsonb_build_object('source', new.source, 'source_product_id', new.source_product_id);
    end if;
  end if;
  return new;
end $$;
create trigger run_rows_fill before insert on run_rows for each row execute function fill_run_row();
