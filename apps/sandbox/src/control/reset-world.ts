import { forgetMoves } from '../catalogue/moved-offers.ts'
import { frameDb, truncateVendors } from '../frame/database.ts'
import type { Resident } from '../frame/define-vendor.ts'
import type { Machine } from '../frame/world.ts'
import type { HealthWatch } from './health.ts'

/** A new chapter: empty vendors, no faults, real time. The books of earlier chapters stay. */
export async function resetWorld(machine: Machine, residents: Resident[], health: HealthWatch): Promise<void> {
  const { db, clock, faults, books } = machine
  const { chapter } = await db.transaction().execute(async (tx) => {
    await truncateVendors(
      tx,
      residents.map(({ vendor }) => vendor),
    )
    return await frameDb(tx)
      .updateTable('state')
      .set((eb) => ({ chapter: eb('chapter', '+', 1), wall_anchor_ms: 0, sandbox_anchor_ms: 0, speed: 1 }))
      .returning('chapter')
      .executeTakeFirstOrThrow()
  })
  faults.clear()
  forgetMoves()
  books.turnTo(chapter)
  health.clear()
  clock.reset()
  for (const { vendor, world } of residents) await vendor.seed?.(world)
  const name = `world reset, chapter ${chapter}`
  await books.append({ vendor: 'sandbox', kind: 'control', name, detail: { chapter } })
}
