export interface FacebookTables {
  facebook_codes: { code: string; sub: string; redirect_uri: string; scope: string; expires_at: Date; used: boolean }
  /** `expires_at` is sandbox time: running the clock ahead by 60 days ends the token, as at Facebook. */
  facebook_tokens: { token: string; sub: string; scope: string; expires_at: Date }
}

export const FACEBOOK_TABLES = `
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
