import type { Out } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { accountHealth } from '@omni/domain/source-accounts/account-health.ts'
import { createHash } from 'node:crypto'

export type SourceAccount = Out<typeof sourceAccountCalls.connectByKey>

interface Row {
  source: string
  account_id: string
  account_name: string
  health: string
  expires_at: string | null
  refresh_expires_at: string | null
  connected_at: string
  checked_at: string | null
}

/** A row as a screen may see it: without tokens. */
export const toAccount = (row: Row, now: Date): SourceAccount => ({
  source: asSource(row.source),
  account_id: row.account_id,
  account_name: row.account_name,
  health: accountHealth(row, now),
  token_ends_at: row.refresh_expires_at ?? row.expires_at,
  connected_at: row.connected_at,
  checked_at: row.checked_at,
})

/** Enough to tell accounts apart in the log, too little to use. */
export const shortId = (account_id: string) => createHash('sha256').update(account_id).digest('hex').slice(0, 8)

/** Where a seller sees the accounts and connects them. */
export const ACCOUNTS_PAGE = '/app/setting/source-account'
