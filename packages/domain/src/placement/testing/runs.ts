/** What is explored: all of it by `npm run explore -- placement`, the smaller ones by the test commands. */
import { setting } from './setting.ts'
import type { Setting } from './supplier-world.ts'

export interface Run {
  name: string
  world: Setting
  /** Which of the two commands visits it as well; without one it takes minutes. */
  by?: 'test' | 'prove'
}

const few = { tries: 1, lates: 0 }

export const RUNS: readonly Run[] = [
  { name: 'a: merged references, two tries', world: setting('a') },
  { name: 'a: two workers', world: setting('a', { ...few, workers: 2 }) },
  { name: 'a: the price jumps', world: setting('a', { tries: 1, jumps: true }) },
  {
    name: 'a: the price jumps, nothing late',
    world: setting('a', { ...few, jumps: true, cancels: false }),
    by: 'test',
  },
  {
    name: 'a: "repeated" without a number',
    world: setting('a', { ...few, repeats: true, cancels: false }),
    by: 'test',
  },
  { name: 'b: look-up by reference, two tries', world: setting('b'), by: 'test' },
  { name: 'b: two workers, two tries', world: setting('b', { workers: 2 }) },
  { name: 'b: two workers that read before they commit', world: setting('b', { ...few, workers: 2, split: true }) },
  { name: 'b: the price jumps', world: setting('b', { ...few, jumps: true }), by: 'prove' },
  {
    name: 'b: a card pays, refusals for now too',
    world: setting('b', { ...few, cards: true, refuses_for_now: true }),
    by: 'prove',
  },
  { name: 'c: look-up by list, two workers', world: setting('c', { ...few, workers: 2 }) },
  { name: 'c: the price jumps', world: setting('c', { tries: 1, jumps: true }) },
  { name: 'c: twin orders', world: setting('c', { ...few, rows: 2 }) },
  {
    name: 'c: twin orders, nobody cancels',
    world: setting('c', { ...few, rows: 2, cancels: false, lies: false }),
    by: 'prove',
  },
  { name: 'd: no look-up, two workers, two tries', world: setting('d', { workers: 2 }) },
  {
    name: 'd: two workers, nothing late, one finds that it cannot be ordered',
    world: setting('d', { workers: 2, lates: 0, cannots: true }),
    by: 'test',
  },
  {
    name: 'b: two workers, one finds that it cannot be ordered',
    world: setting('b', { ...few, workers: 2, cannots: true }),
  },
  { name: 'd: the price jumps', world: setting('d', { jumps: true }), by: 'prove' },
  { name: 'e: create, then pay, two tries', world: setting('e', { lates: 0 }) },
  { name: 'e: create, then pay', world: setting('e', few), by: 'test' },
  { name: 'e: two workers', world: setting('e', { ...few, workers: 2, agains: 0 }) },
  {
    name: 'e: two workers that read before they commit',
    world: setting('e', { ...few, workers: 2, agains: 0, lies: false, split: true }),
  },
  { name: 'e: the price jumps', world: setting('e', { tries: 1, jumps: true }) },
  { name: 'e: the supplier closes what is unpaid', world: setting('e', { tries: 1, closes: true }) },
  { name: 'e: paid later', world: setting('e', { ...few, pays_later: true, agains: 0 }), by: 'prove' },
  { name: 'e after a: created by a merged reference, then paid', world: setting('ea', { ...few, agains: 0 }) },
  { name: 'e with a confirmation', world: setting('confirmed', { tries: 1 }) },
  {
    name: 'e with a confirmation, nobody cancels',
    world: setting('confirmed', { ...few, cancels: false, agains: 0 }),
    by: 'test',
  },
  { name: 'paid at the supplier’s site', world: setting('site', { closes: true }) },
  { name: 'paid at the supplier’s site, nothing late', world: setting('site', few), by: 'test' },
]
