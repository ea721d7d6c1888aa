import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type SupplyWorld, supplyWorld } from '../catalogue/make-world.ts'
import type { Offer, Source } from '../catalogue/shapes.ts'
import { action } from '../frame/define-vendor.ts'
import type { World } from '../frame/world.ts'

export interface CaptureTables {
  captures: { single: boolean; day: string; next: number; running: boolean }
}

export const CAPTURE_TABLES = `
  create table if not exists captures (
    single boolean primary key default true check (single), day text not null, next int not null, running boolean not null
  );
`

/** What a page has in its own memory, as the operator's browser extension copies it. */
export type ReadPage = (offer: Offer, publicUrl: string, now: Date) => { url: string; data: unknown }

const SECRET = 'sandbox-capture-secret'
const AT_ONCE = 20
const BETWEEN_MS = 1000

const signCapture = (body: string) => ({
  'x-capture-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
})

/**
 * Plays a person who looks through a shop with the extension on: twenty products a second are sent to Omni, all of them
 * once a day of the sandbox. How far it got is in the database, so a restart goes on from there.
 */
export function captureAgent(source: Source, read: ReadPage) {
  let last = -BETWEEN_MS
  const today = (world: World<CaptureTables>) => world.now().toISOString().slice(0, 10)
  const offersOf = (supply: SupplyWorld) => supply.offers[source]

  async function sendNext(world: World<CaptureTables>): Promise<void> {
    const row = await world.db.selectFrom('captures').selectAll().executeTakeFirst()
    const started = row?.running ?? world.config.captures === 'auto'
    if (!started || performance.now() - last < BETWEEN_MS) return
    const day = today(world)
    const offers = offersOf(supplyWorld(world.config))
    const from = row?.day === day ? row.next : 0
    if (from >= offers.length) return
    last = performance.now()
    const next = from + AT_ONCE
    // First the mark, then the message: a crash between the two skips twenty until tomorrow instead of repeating for
    // ever.
    await mark(world, { day, next, running: true })
    const now = world.now()
    const capture = (offer: Offer) => ({ ...read(offer, world.config.public_url, now), captured_at: now.toISOString() })
    const captures = offers.slice(from, next).map(capture)
    await world.callback('capture', `${world.config.omni_url}/hooks/captures/${source}`, { captures }, {}, signCapture)
  }

  return {
    tick: sendNext,
    control: {
      send_captures: action<CaptureTables, z.ZodType>({
        label: 'Look through the shop now',
        input: z.strictObject({}),
        async run(world) {
          await mark(world, { day: today(world), next: 0, running: true })
          return { products: offersOf(supplyWorld(world.config)).length }
        },
      }),
      stop_captures: action<CaptureTables, z.ZodType>({
        label: 'Close the browser',
        input: z.strictObject({}),
        run: (world) => mark(world, { day: today(world), next: 0, running: false }),
      }),
    },
  }
}

async function mark(world: World<CaptureTables>, row: { day: string; next: number; running: boolean }): Promise<void> {
  await world.db
    .insertInto('captures')
    .values({ single: true, ...row })
    .onConflict((c) => c.column('single').doUpdateSet(row))
    .execute()
}
