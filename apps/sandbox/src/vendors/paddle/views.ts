/** Objects as Paddle shows them: the fields of its SDK's own types (paddle-node-sdk 3, `src/types`). */
import type { Selectable } from 'kysely'
import { taxIn, taxRate } from './books.ts'
import type { PaddleTables, PaddleWorld, SoldItem } from './tables.ts'

export type Subscription = Selectable<PaddleTables['subscriptions']>
export type Transaction = Selectable<PaddleTables['transactions']>

const iso = (at: Date | null) => at?.toISOString() ?? null
/** The same product for a price wherever it is shown. */
const productId = (price_id: string) => price_id.replace(/^pri_/, 'pro_')

const productView = (item: SoldItem, at: Date) => ({
  id: productId(item.price_id),
  name: item.name,
  type: item.cycle === null ? 'custom' : 'standard',
  description: null,
  tax_category: 'standard',
  image_url: null,
  custom_data: null,
  status: 'active',
  import_meta: null,
  created_at: iso(at),
  updated_at: iso(at),
})

const priceView = (item: SoldItem, at: Date) => ({
  id: item.price_id,
  product_id: productId(item.price_id),
  type: item.cycle === null ? 'custom' : 'standard',
  description: item.name,
  name: item.name,
  tax_mode: 'internal',
  billing_cycle: item.cycle,
  trial_period: null,
  unit_price: { amount: String(item.amount), currency_code: item.currency },
  unit_price_overrides: [],
  custom_data: item.custom_data,
  status: 'active',
  quantity: { minimum: 1, maximum: 1 },
  import_meta: null,
  created_at: iso(at),
  updated_at: iso(at),
})

export function subscriptionView(world: PaddleWorld, row: Subscription) {
  const { item } = row
  const portal = `${world.config.public_url}/paddle/portal/${row.id}`
  return {
    id: row.id,
    status: row.status,
    customer_id: row.customer,
    address_id: row.customer.replace(/^ctm_/, 'add_'),
    business_id: null,
    currency_code: item.currency,
    created_at: iso(row.started),
    updated_at: iso(row.updated),
    started_at: iso(row.started),
    first_billed_at: iso(row.started),
    next_billed_at: row.status === 'canceled' ? null : iso(row.next_billed_at),
    paused_at: null,
    canceled_at: iso(row.canceled),
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period:
      row.status === 'canceled' ? null : { starts_at: iso(row.starts_at), ends_at: iso(row.ends_at) },
    billing_cycle: item.cycle,
    scheduled_change: row.scheduled ? { ...row.scheduled, resume_at: null } : null,
    items: [
      {
        status: row.status === 'canceled' ? 'inactive' : 'active',
        quantity: 1,
        recurring: true,
        created_at: iso(row.started),
        updated_at: iso(row.updated),
        previously_billed_at: iso(row.starts_at),
        next_billed_at: iso(row.next_billed_at),
        trial_dates: null,
        price: priceView(item, row.started),
        product: productView(item, row.started),
      },
    ],
    custom_data: row.custom_data,
    management_urls: { update_payment_method: `${portal}/update-payment-method`, cancel: `${portal}/cancel` },
    discount: null,
    import_meta: null,
  }
}

export interface Sum {
  total: number
  credit: number
  tax: number
  fee: number | null
  currency: string
}

const totalsView = ({ total, credit, tax, fee, currency }: Sum) => {
  const grand = total - credit
  return {
    subtotal: String(total - tax),
    discount: '0',
    tax: String(tax),
    total: String(total),
    credit: String(credit),
    credit_to_balance: '0',
    balance: String(fee === null ? grand : 0),
    grand_total: String(grand),
    grand_total_tax: String(total === 0 ? 0 : Math.round((tax * grand) / total)),
    fee: fee === null ? null : String(fee),
    earnings: fee === null ? null : String(grand - tax - fee),
    currency_code: currency,
  }
}

export function detailsView(sum: Sum, items: readonly SoldItem[], country: string, at: Date, preview = false) {
  const totals = totalsView(sum)
  const { subtotal, discount, tax, total } = totals
  const share = (item: SoldItem) => Math.round(item.amount * Number(item.rate ?? 1))
  const line = (item: SoldItem, amount: number) => ({
    subtotal: String(amount - taxIn(amount, country)),
    discount: '0',
    tax: String(taxIn(amount, country)),
    total: String(amount),
    price: item.price_id,
  })
  const sums = (item: SoldItem, amount: number) => {
    const { price: _, ...rest } = line(item, amount)
    return rest
  }
  return {
    tax_rates_used: [{ tax_rate: taxRate(country), totals: { subtotal, discount, tax, total } }],
    totals,
    ...(preview ? {} : { adjusted_totals: { ...totals, retained_fee: '0' }, payout_totals: null }),
    ...(preview ? {} : { adjusted_payout_totals: null }),
    line_items: items.map((item, at_line) => ({
      ...(preview ? {} : { id: `txnitm_${`01${at_line}`.padEnd(26, '0')}` }),
      price_id: item.price_id,
      quantity: 1,
      proration: null,
      tax_rate: taxRate(country),
      unit_totals: sums(item, item.amount),
      totals: sums(item, share(item)),
      product: productView(item, at),
    })),
  }
}

const checkoutUrl = (world: PaddleWorld, id: string) => `${world.config.public_url}/paddle/checkout?_ptxn=${id}`

export async function transactionView(world: PaddleWorld, row: Transaction) {
  const customer = row.customer
    ? await world.db.selectFrom('customers').selectAll().where('id', '=', row.customer).executeTakeFirst()
    : undefined
  const isOpen = row.status === 'draft' || row.status === 'ready' || row.status === 'past_due'
  return {
    id: row.id,
    status: row.status,
    customer_id: row.customer,
    address_id: row.customer?.replace(/^ctm_/, 'add_') ?? null,
    business_id: null,
    custom_data: row.custom_data,
    origin: row.origin,
    collection_mode: 'automatic',
    subscription_id: row.subscription,
    invoice_id: row.invoice_number ? row.id.replace(/^txn_/, 'inv_') : null,
    invoice_number: row.invoice_number,
    billing_details: null,
    billing_period: row.period,
    currency_code: row.currency,
    discount_id: null,
    items: row.items.map((item) => ({
      price_id: item.price_id,
      price: priceView(item, row.created),
      quantity: 1,
      proration: item.rate === null || row.period === null ? null : { rate: item.rate, billing_period: row.period },
    })),
    details: detailsView(row, row.items, customer?.country ?? 'US', row.created),
    payments: row.payments.map((payment) => ({
      payment_attempt_id: payment.id,
      stored_payment_method_id: payment.id,
      payment_method_id: null,
      amount: String(payment.amount),
      status: payment.status,
      error_code: payment.error_code,
      method_details: {
        type: 'card',
        underlying_details: null,
        card: payment.card && {
          type: payment.card.brand,
          last4: payment.card.last4,
          expiry_month: payment.card.exp_month,
          expiry_year: payment.card.exp_year,
          cardholder_name: 'Sandbox buyer',
        },
      },
      created_at: payment.at,
      captured_at: payment.status === 'captured' ? payment.at : null,
    })),
    checkout: { url: isOpen ? checkoutUrl(world, row.id) : null },
    created_at: iso(row.created),
    updated_at: iso(row.updated),
    billed_at: iso(row.billed),
    revised_at: null,
  }
}
