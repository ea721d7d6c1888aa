/** Customers who buy by themselves, shop by shop: a switch of the control room, and what is due by now. */
import type { Kysely } from 'kysely'
import { z } from 'zod'

export const HABIT_TABLE = `
  create table if not exists buying_habits (
    shop text primary key, every_min int not null, next_at timestamptz not null
  );`

interface HabitTables {
  buying_habits: { shop: string; every_min: number; next_at: Date }
}

interface Place {
  /** A schema that has `buying_habits` among others. */
  db: unknown
  now(): Date
  random(): number
}

const MINUTE_MS = 60_000
const LONGEST_MIN = 24 * 60

export const EveryMinutes = z.coerce.number().int().min(0).max(LONGEST_MIN)
export const everyField = { name: 'every_min', label: 'Every … minutes (0 = off)', type: 'number', value: 5 } as const

const habits = ({ db }: Place) => db as Kysely<HabitTables> // each vendor that uses it has the table above

/** Half to one and a half of the time, so that nobody can set a clock by them. */
const after = ({ now, random }: Place, every_min: number) =>
  new Date(now().getTime() + every_min * MINUTE_MS * (0.5 + random()))

export async function setHabit(place: Place, shop: string, every_min: number): Promise<void> {
  await habits(place).deleteFrom('buying_habits').where('shop', '=', shop).execute()
  if (every_min === 0) return
  await habits(place)
    .insertInto('buying_habits')
    .values({ shop, every_min, next_at: after(place, every_min) })
    .execute()
}

/** One sale at each shop that is due. A shop that has nothing to sell is tried again the next time. */
export async function buyWhatIsDue(place: Place, buy: (shop: string) => Promise<unknown>): Promise<void> {
  const due = await habits(place).selectFrom('buying_habits').selectAll().where('next_at', '<=', place.now()).execute()
  for (const { shop, every_min } of due) {
    await habits(place)
      .updateTable('buying_habits')
      .set({ next_at: after(place, every_min) })
      .where('shop', '=', shop)
      .execute()
    await buy(shop)
  }
}
