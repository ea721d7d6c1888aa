/** Money asked for once: taken from a card, completed or failed. */
import { feeOf, newId, record, taxIn } from './books.ts'
import { findCard, findCustomer, sendWebhook } from './rows.ts'
import type { PaddleWorld, Payment, SoldItem } from './tables.ts'
import type { Transaction } from './views.ts'

const DECLINES: Record<string, string> = { poor: 'not_enough_balance', expired: 'expired_card', no: 'declined' }
/** What the card's bank says. `kept_then_no`: it pays once, and no more. */
export function declineOf(behaviour: string, used: number): string | null {
  if (behaviour === 'kept_then_no') return used === 0 ? null : 'declined'
  return DECLINES[behaviour] ?? null
}

/** One try to take money. */
export async function takeMoney(world: PaddleWorld, customer: string, amount: number): Promise<Payment> {
  const card = await findCard(world, customer)
  const error_code = card ? declineOf(card.behaviour, card.used) : 'invalid_payment_details'
  if (card && error_code === null && amount > 0)
    await world.db
      .updateTable('cards')
      .set({ used: card.used + 1 })
      .where('customer', '=', customer)
      .execute()
  return {
    id: crypto.randomUUID(),
    status: error_code === null ? 'captured' : 'error',
    error_code,
    amount,
    at: world.now().toISOString(),
    card: card ? { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year } : null,
  }
}

interface NewTransaction {
  origin: string
  status: Transaction['status']
  customer: string | null
  subscription: string | null
  items: SoldItem[]
  total: number
  credit: number
  period: Transaction['period']
  payments?: Payment[]
  custom_data: Record<string, unknown> | null
}

export async function insertTransaction(world: PaddleWorld, wanted: NewTransaction): Promise<Transaction> {
  const country = wanted.customer ? (await findCustomer(world, wanted.customer)).country : 'US'
  const now = world.now()
  const row = {
    ...wanted,
    id: newId('txn'),
    items: JSON.stringify(wanted.items),
    period: JSON.stringify(wanted.period),
    payments: JSON.stringify(wanted.payments ?? []),
    custom_data: JSON.stringify(wanted.custom_data),
    currency: wanted.items[0]?.currency ?? 'USD',
    tax: taxIn(wanted.total, country),
    fee: null,
    invoice_number: null,
    created: now,
    updated: now,
    billed: wanted.origin === 'api' ? null : now,
  }
  return world.db.insertInto('transactions').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The money moved: written into the books once. */
export async function completeTransaction(
  world: PaddleWorld,
  row: Transaction,
  payment: Payment,
): Promise<Transaction> {
  const now = world.now()
  const amount = row.total - row.credit
  const fee = feeOf(amount)
  const { count } = await world.db
    .selectFrom('transactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('invoice_number', 'is not', null)
    .executeTakeFirstOrThrow()
  const done = await world.db
    .updateTable('transactions')
    .set({
      status: 'completed',
      payments: JSON.stringify([payment, ...row.payments]),
      fee,
      invoice_number: `70-${String(10_001 + Number(count)).padStart(5, '0')}`,
      subscription: row.subscription,
      billed: row.billed ?? now,
      updated: now,
    })
    .where('id', '=', row.id)
    .where('status', '<>', 'completed')
    .returningAll()
    .executeTakeFirst()
  if (!done) return row
  const reference = done.items.map(({ custom_data }) => custom_data?.['reference']).find((found) => found)
  if (amount > 0)
    await record(world, {
      transaction: row.id,
      subscription: done.subscription,
      type: row.origin,
      amount,
      tax: row.total === 0 ? 0 : Math.round((row.tax * amount) / row.total),
      fee,
      reference: String(reference ?? done.custom_data?.['reference'] ?? ''),
    })
  await sendWebhook(world, 'transaction.paid', done)
  await sendWebhook(world, 'transaction.completed', done)
  return done
}

export async function failTransaction(world: PaddleWorld, row: Transaction, payment: Payment): Promise<Transaction> {
  const failed = await world.db
    .updateTable('transactions')
    .set({ payments: JSON.stringify([payment, ...row.payments]), updated: world.now() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await sendWebhook(world, 'transaction.payment_failed', failed)
  return failed
}
