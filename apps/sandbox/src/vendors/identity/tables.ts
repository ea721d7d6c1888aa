import type { OidcTables } from './oidc-adapter.ts'
import type { PeopleTables } from './people.ts'

interface FacebookTables {
  facebook_codes: { code: string; sub: string; redirect_uri: string; scope: string; expires_at: Date; used: boolean }
  /** `expires_at` is sandbox time: running the clock ahead by 60 days ends the token, as at Facebook. */
  facebook_tokens: { token: string; sub: string; scope: string; expires_at: Date }
}

export type IdentityTables = PeopleTables & OidcTables & FacebookTables

export const IDENTITY_TABLES = `
  create table if not exists people (sub text primary key, name text not null, email text not null);
  create table if not exists oidc (
    model text not null,
    id text not null,
    payload jsonb not null,
    grant_id text,
    uid text,
    expires_at timestamptz,
    primary key (model, id)
  );
  create index if not exists oidc_grant on oidc (grant_id);
  create index if not exists oidc_uid on oidc (model, uid);
  create table if not exists facebook_codes (
    code text primary key,
    sub text not null,
    redirect_uri text not null,
    scope text not null,
    expires_at timestamptz not null,
    used boolean not null default false
  );
  create table if not exists facebook_tokens (
    token text primary key,
    sub text not null,
    scope text not null,
    expires_at timestamptz not null
  );
`
