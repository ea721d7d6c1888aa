import { next } from '../next.ts'
import { type Kind, KINDS } from './kinds.ts'
import type { Setting } from './supplier-world.ts'

export const setting = (kind: Kind, more: Partial<Setting> = {}): Setting => ({
  profile: KINDS[kind],
  rows: 1,
  workers: 1,
  tries: 2,
  agains: 1,
  lates: 1,
  split: false,
  lies: true,
  cancels: true,
  jumps: false,
  cards: false,
  pays_later: false,
  closes: false,
  refuses_for_now: false,
  cannots: false,
  repeats: false,
  ages: false,
  unbounded: false,
  step: next,
  mistakes: [],
  ...more,
})
