-- outside a transaction
-- Two people may give their views of the order list the same name.
drop index concurrently if exists saved_views_name;
create unique index concurrently saved_views_name on saved_views (workplace_id, screen, user_id, name) nulls not distinct;
alter table saved_views drop constraint if exists saved_views_workplace_id_screen_name_key;
