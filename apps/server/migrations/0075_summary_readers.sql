-- outside a transaction
-- Few workplaces ask for the daily summary; they are looked for every quarter of an hour.
drop index concurrently if exists workplaces_summary;
create index concurrently workplaces_summary on workplaces (workplace_id)
  where settings->'notification'->>'email_digest' = 'true';
