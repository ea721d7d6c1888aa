import { randomBytes } from 'node:crypto'
import type { World } from './world.ts'

export interface TokenTables {
  tokens: { token: string; kind: string; account: string; issued_at: Date; expires_at: Date }
}

export const TOKEN_TABLES = `
  create table if not exists tokens (
    token text primary key, kind text not null, account text not null, issued_at timestamptz not null, expires_at timestamptz not null
  );
`

export interface Token {
  token: string
  expires_at: Date
}

/**
 * A token a vendor gives out. It ends by the sandbox's clock and is gone after a reset, as after a vendor's own
 * incident.
 */
export async function issueToken(
  world: World<TokenTables>,
  kind: string,
  account: string,
  lives_s: number,
  prefix = '',
): Promise<Token> {
  const issued_at = world.now()
  const expires_at = new Date(issued_at.getTime() + lives_s * 1000)
  const token = prefix + randomBytes(24).toString('hex')
  await world.db.insertInto('tokens').values({ token, kind, account, issued_at, expires_at }).execute()
  return { token, expires_at }
}

export type TokenHolder = { account: string; state: 'valid' | 'expired' }

export async function holderOf(
  world: World<TokenTables>,
  kind: string,
  token: string | undefined,
): Promise<TokenHolder | undefined> {
  if (!token || token.includes('\0')) return undefined
  const row = await world.db
    .selectFrom('tokens')
    .selectAll()
    .where('token', '=', token)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) return undefined
  return { account: row.account, state: row.expires_at.getTime() > world.now().getTime() ? 'valid' : 'expired' }
}

export async function revokeTokens(world: World<TokenTables>, account: string, kind?: string): Promise<void> {
  const all = world.db.deleteFrom('tokens').where('account', '=', account)
  await (kind === undefined ? all : all.where('kind', '=', kind)).execute()
}

export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer\s+([^\s,]+)/i.exec(header ?? '')?.[1]
