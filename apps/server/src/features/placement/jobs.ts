import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Asks suppliers what the orders of a plan would cost. */
export const quotePlan = job('placement.quote', {
  payload: z.object({ workplace_id: z.string(), plan_id: z.string() }),
  attempts: 10,
  key: ({ plan_id }) => plan_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Writes the purchases of a click that was accepted. One click of a workplace after another. */
export const acceptOrders = job('placement.accept', {
  payload: z.object({ workplace_id: z.string(), plan_id: z.string() }),
  attempts: 10,
  key: ({ plan_id }) => plan_id,
  queue: ({ workplace_id }) => `placement.accept ${workplace_id}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

const Account = z.object({ workplace_id: z.string(), vendor: z.string(), account_key: z.string() })
export type SupplierAccount = z.output<typeof Account>

/** Takes the turns of what is being bought through one account. The row of each order is what keeps two apart. */
export const workPlacement = job('placement.work', {
  payload: Account,
  attempts: 25,
  key: ({ workplace_id, vendor, account_key }) => `${workplace_id} ${vendor} ${account_key}`,
  queue: ({ workplace_id, vendor }) => `placement ${workplace_id} ${vendor}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Deletes an unpaid order that nobody wants at a supplier. Nothing depends on it: unpaid, it costs nothing. */
export const tidyPlaced = job('placement.tidy', {
  payload: Account.extend({ order_no: z.string() }),
  attempts: 5,
  key: ({ vendor, account_key, order_no }) => `${vendor} ${account_key} ${order_no}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Asks a supplier what became of what was bought there. */
export const syncPlaced = job('placement.sync', {
  payload: Account,
  attempts: 5,
  key: ({ workplace_id, vendor, account_key }) => `${workplace_id} ${vendor} ${account_key}`,
  queue: ({ workplace_id, vendor }) => `placement.sync ${workplace_id} ${vendor}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Reads one order because its supplier said that something happened to it. */
export const readPushed = job('placement.read-pushed', {
  payload: Account.extend({
    /** The order as the supplier named it, which need not be the number that we have. */
    named: z.string(),
    /** Told with it; null: none. */
    tracking_number: z.string().nullable(),
    /** How often it was looked at in vain. */
    looks: z.int(),
  }),
  attempts: 10,
  key: ({ workplace_id, vendor, account_key, named }) => `${workplace_id} ${vendor} ${account_key} ${named}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

export const syncAllPlaced = job('placement.sync-all', {
  payload: z.object({}),
  attempts: 3,
  cron: '*/15 * * * *',
  at_start: true,
})

/** Finds turns that were lost. */
export const sweepPlacement = job('placement.sweep', {
  payload: z.object({}),
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
})

/** Finds cards that are authorised and that nobody takes or lets go. */
export const sweepCards = job('placement.sweep-cards', {
  payload: z.object({}),
  attempts: 3,
  cron: '*/5 * * * *',
  at_start: true,
})

/** Looks whether everything that a card authorisation waited for is settled. */
export const finishCardPart = job('placement.card', {
  payload: z.object({ workplace_id: z.string(), payment_id: z.string() }),
  attempts: 12,
  key: ({ payment_id }) => payment_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})
