-- outside a transaction
drop index concurrently if exists notifications_unmailed;
create index concurrently notifications_unmailed on notifications (workplace_id, user_id, notification_id)
  where mail_key is null and 'mail' = any(channels);
drop index concurrently if exists workplaces_digest;
create index concurrently workplaces_digest on workplaces (workplace_id)
  where settings @? '$.notification.*.digest ? (@ == true)';
drop index concurrently if exists workplaces_summary;
