import { toppedUp } from '@omni/domain/ledger/placing.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { post } from '../../platform/ledger.ts'
import { isSetUp } from '../wallet/providers.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'

const FIRST_MONEY = 1_000_000

/**
 * An installation that plays against the sandbox without its bank has play money: each workplace is given some, once.
 * With a bank, the wallet is topped up there.
 */
export async function fillSandboxWallet(
  tx: Tx,
  { config, workplace_id, now }: Pick<Ctx, 'config' | 'workplace_id' | 'now'>,
) {
  if (config.SANDBOX_URL === '' || isSetUp(config, CARD_PAYMENT_ID)) return
  const postings = toppedUp('sandbox', WALLET_CURRENCY, FIRST_MONEY)
  await post(tx, [
    { scope: 'sandbox', key: `${workplace_id}:first`, kind: 'topup', postings, effective_at: now, subject: 'sandbox' },
  ])
}
