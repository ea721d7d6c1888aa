/** The worlds that listings are explored in: a kind of store, a policy, and what people and kills may still do. */
import { next } from '../listing.ts'
import type { Policy } from '../merge.ts'
import { type Setting, STORES, type World } from './store-world.ts'

const NOBODY: World['left'] = { omni: 0, merchant: 0, deletes: 0, kills: 0, foreign: 0 }
export const setting = (
  store: keyof typeof STORES,
  policy: Policy,
  left: Partial<World['left']>,
  more: Partial<Setting> = {},
): Setting => ({
  ...STORES[store],
  policy,
  left: { ...NOBODY, ...left },
  listed: true,
  windows: false,
  step: next,
  mistakes: [],
  ...more,
})
export const NEW = { listed: false }
export const WINDOWS = { windows: true }
export const PARTS = { in_parts: true }
export const HALVES = { listed: false, halves: true }
