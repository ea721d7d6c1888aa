-- Saves that follow each other closely are one entry of the history. It remembers the ids of all of them: each of them
-- may be sent again when its answer was lost, and must not be done again then.
alter table product_changes add column joined_ids uuid[] not null default '{}';
