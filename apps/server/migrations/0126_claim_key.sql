-- Whether the caller may work under an idempotency key now, and what was answered under it before: one statement for the
-- caller, two in here. The second has a snapshot of its own, so that whoever gets the lock sees what its last holder
-- committed.
create function claim_idempotency_key(of_user uuid, of_key text, out held boolean, out input_hash text, out reply jsonb)
language plpgsql as $$
begin
  held := pg_try_advisory_xact_lock(hashtextextended(of_user || ' ' || of_key, 17));
  if not held then return; end if;
  select k.input_hash, k.reply into claim_idempotency_key.input_hash, claim_idempotency_key.reply
    from idempotency_keys k where k.user_id = of_user and k.key = of_key;
end $$;
