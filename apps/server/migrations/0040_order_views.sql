-- Filters of the order list under a name. Each person has their own there; those of product lists are the workplace's.
alter table saved_views drop constraint saved_views_screen_check;
alter table saved_views add constraint saved_views_screen_check
  check (screen in ('import', 'center', 'pushed', 'orders')) not valid;
-- Null: everybody in the workplace.
alter table saved_views add column user_id uuid;
