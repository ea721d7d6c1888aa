-- What a browser said at sign-up waits here until the address is proved, and the two steps of linking a social account.
alter table account_codes drop constraint account_codes_purpose_check;
alter table account_codes add constraint account_codes_purpose_check check (purpose in
  ('verify_email', 'reset_password', 'second_factor', 'sign_up', 'link_social', 'link_social_mail')) not valid;
grant update (data, expires_at) on account_codes to omni_app;

-- Browsers an account was signed in from. Each has its own count of wrong passwords, so a stranger's guesses lock none of them out.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_seen on known_devices (seen_at);
grant select, insert, update, delete on known_devices to omni_app;
