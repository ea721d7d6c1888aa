import type { OidcTables } from './oidc-adapter.ts'
import type { PeopleTables } from './people.ts'

export type IdentityTables = PeopleTables & OidcTables

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
`
