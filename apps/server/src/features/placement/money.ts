import { type Hold, notBought, placed, placingStarts, takenFrom, withMore } from '@omni/domain/ledger/placing.ts'
import { type PaymentUse, planPayment } from '@omni/domain/ledger/plan-payment.ts'
import type { Minor } from '@omni/domain/money.ts'
import { isLive, type MoneyCommand } from '@omni/domain/placement/placement.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import type { Tx } from '../../platform/db.ts'
import { balanceOf, type LedgerTxn, post } from '../../platform/ledger.ts'
import { must } from '../../platform/refuse.ts'
import { enqueueTopUp } from '../wallet/paying-by.ts'
import { HOUSE_SUPPLIER } from './open-source.ts'
import type { Loaded, SupplierOrderRow } from './supplier-order-row.ts'

const SCOPE = 'placement'

export interface WalletBalance {
  bonus: Minor
  topup: Minor
}

export const readWallet = async (tx: Tx, workplace_id: string): Promise<WalletBalance> => ({
  bonus: await balanceOf(tx, { workplace_id, account: 'wallet_bonus', currency: WALLET_CURRENCY }),
  topup: await balanceOf(tx, { workplace_id, account: 'wallet_topup', currency: WALLET_CURRENCY }),
})

/** What is reserved for `amount`. A seller who pays at the supplier himself has a hold of nothing. */
export function holdOf(
  source: string,
  currency: string,
  wallet: WalletBalance,
  amount: Minor,
  use: PaymentUse = 'wallet',
): Hold {
  if (source !== HOUSE_SUPPLIER) return { by: 'seller', currency }
  const parts = must(planPayment(use, wallet, amount))
  return { by: 'wallet', supplier: source, currency, ...parts }
}

type Tried = Pick<SupplierOrderRow, 'supplier_order_id' | 'n' | 'version'>

/** The same key for the same hold, however often it is written. */
export const holdTxn = ({ supplier_order_id, n, version }: Tried, hold: Hold, now: Date): LedgerTxn => ({
  scope: SCOPE,
  key: `${supplier_order_id}/${n}:hold:${version}`,
  kind: 'hold',
  postings: placingStarts(hold),
  effective_at: now,
  subject: supplier_order_id,
})

interface MoneyMove {
  before: Pick<Loaded, 'row' | 'hold' | 'placement'>
  commands: readonly MoneyCommand[]
  /** What a hold is made of. Left out: the wallet alone. */
  from?: Hold | undefined
}

/**
 * What steps say about money: the holds that are left, and what is to be posted in the steps' own transaction. That
 * comes last, in one statement: the house's accounts are locked from there to the commit. Only a hold is posted at once,
 * with everything before it: what the wallet reaches for is known then.
 */
export async function moveMoney(tx: Tx, moves: readonly MoneyMove[], now: Date) {
  const unposted: LedgerTxn[] = []
  const holds: (Hold | null)[] = []
  for (const move of moves) holds.push(await heldAfter(tx, move, unposted, now))
  return { holds, unposted }
}

/**
 * A try is settled once: taking and giving back share one key. What was bought after it was given back is owed.
 */
async function heldAfter(
  tx: Tx,
  { before: { row, hold, placement }, commands, from: given }: MoneyMove,
  unposted: LedgerTxn[],
  now: Date,
): Promise<Hold | null> {
  let held = hold
  const settled = { scope: SCOPE, subject: row.supplier_order_id, effective_at: now }
  const key = `${row.supplier_order_id}/${row.n}`
  for (const command of commands) {
    if (command.do === 'hold') {
      await post(tx, unposted.splice(0))
      const more = given ?? holdOf(row.vendor, row.currency, await readWallet(tx, row.workplace_id), command.amount)
      await post(tx, [holdTxn(row, more, now)])
      await enqueueTopUp(tx, row.workplace_id)
      held = held ? withMore(held, more) : more
    } else if (command.do === 'release') {
      if (held) unposted.push({ ...settled, key: `${key}:settled`, kind: 'release', postings: notBought(held) })
      held = null
    } else {
      const isLate = !isLive(placement)
      const from = held ?? nothingHeld(row)
      const kind = isLate ? 'placed_late' : 'placed'
      const postings = placed(from, command.amount)
      // Late, its card may have been let go: then all of it is owed.
      if (from.by === 'wallet' && !isLate) await recordCardPart(tx, row, takenFrom(from, command.amount).card)
      unposted.push({ ...settled, key: `${key}:${isLate ? 'late' : 'settled'}`, kind, postings })
      held = null
    }
  }
  return held
}

const nothingHeld = ({ vendor, currency }: SupplierOrderRow): Hold =>
  vendor === HOUSE_SUPPLIER
    ? { by: 'wallet', supplier: vendor, currency, bonus: 0, topup: 0, card: 0 }
    : { by: 'seller', currency }

/** What the card is charged for it, once everything of the click is settled. */
async function recordCardPart(
  tx: Tx,
  { workplace_id, supplier_order_id }: SupplierOrderRow,
  card: Minor,
): Promise<void> {
  if (card === 0) return
  await tx
    .updateTable('supplier_orders')
    .set({ card_taken: card })
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
    .execute()
}
