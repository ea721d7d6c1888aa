import type { Generated } from 'kysely'

export interface HookTables {
  hooks: { account: string; topic: string; url: string; at: Generated<Date> }
}
export const HOOK_TABLES = `
  create table if not exists hooks (
    account text not null, topic text not null, url text not null, at timestamptz not null default now(),
    primary key (account, topic)
  );
`
