-- Accounts and what opens them. These rows belong to a person, not to a workplace: they are reached by session,
-- by e-mail address or by a mailed code, never by an id from a request.

create table users (
  user_id uuid primary key default new_id(),
  email text unique check (email = lower(email)),
  email_verified_at timestamptz,
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  avatar text,
  language text not null default 'en',
  is_demo boolean not null default false,
  meta_keys text[] not null default '{}',
  onboarding jsonb not null default '{"AO": [], "AH": []}',
  apps jsonb not null default '{}',
  seen_app_at timestamptz,
  plan_id text not null,
  plan_reinstalled boolean not null default false,
  from_user_mkt boolean not null default false,
  from_mobile boolean not null default false,
  payment_mode text not null default 'standard',
  is_ab boolean not null default false,
  is_trial boolean not null default false,
  is_new_pricing_mvp boolean not null default true,
  is_new_pricing_mvp_v25 boolean not null default false,
  last_workplace_id uuid,
  totp_secret text,
  totp_pending text,
  -- A TOTP code is good once: its time step is kept.
  totp_last_step bigint,
  created_at timestamptz not null default now(),
  check (is_demo or email is not null)
);
-- omni_app may not choose which column to trust; the checks above hold whatever it writes.
grant select, insert, update, delete on users to omni_app;

create table sessions (
  session_id uuid primary key default new_id(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
grant select, insert, update, delete on sessions to omni_app;

-- Single-use codes: verification and reset mails, the step between password and second factor.
create table account_codes (
  code_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'second_factor')),
  data jsonb not null default '{}',
  expires_at timestamptz not null
);
create index account_codes_user on account_codes (user_id, purpose);
create index account_codes_expiry on account_codes (expires_at);
grant select, insert, delete on account_codes to omni_app;

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
grant select, insert, delete on recovery_codes to omni_app;

-- Social accounts that open a user.
create table identities (
  social text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (social, subject)
);
create index identities_user on identities (user_id);
grant select, insert, delete on identities to omni_app;

-- A social sign-in under way: what the callback must bring back.
create table social_attempts (
  state_hash bytea primary key,
  social text not null,
  verifier text not null,
  nonce text not null,
  browser_hash bytea not null,
  expires_at timestamptz not null
);
create index social_attempts_expiry on social_attempts (expires_at);
grant select, insert, delete on social_attempts to omni_app;

-- Mails by what caused them, so that a job that runs twice mails once.
create table mails (
  mail_key text primary key,
  user_id uuid references users on delete cascade,
  template text not null,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index mails_user on mails (user_id);
grant select, insert, delete on mails to omni_app;
grant update (sent_at) on mails to omni_app;
