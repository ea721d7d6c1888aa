-- What was found in a delivery when it was verified, for whoever handles it: it has no signature to verify again.
-- Null: it came to the version before, which kept the headers.
alter table inbox add column found jsonb;
alter table inbox alter column headers set default '{}';
