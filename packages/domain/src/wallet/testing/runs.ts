/** What is explored: all of it by `npm run explore -- payments`, the smaller ones by the test commands. */
import { next } from '../payment.ts'
import { APPROVING_PAGE, type Setting, setting } from './bank-world.ts'

const WAYS = {
  'a kept card is charged': { purpose: 'topup', pays_by: 'saved' },
  'a card is held for orders': { purpose: 'orders', pays_by: 'saved' },
  'a card is held on a page': { purpose: 'orders', pays_by: 'page' },
  'paid on a page': { purpose: 'topup', pays_by: 'page' },
  'approved on a page, taken by us': { purpose: 'topup', pays_by: 'page', profile: APPROVING_PAGE },
  'a card is given on a page': { purpose: 'save_method', pays_by: 'page' },
} satisfies Record<string, Partial<Setting>>
export type Way = keyof typeof WAYS

export const settingOf = (way: Way, more: Partial<Setting> = {}): Setting =>
  setting({ step: next, ...WAYS[way], ...more })

const TROUBLES: Record<string, Partial<Setting>> = {
  'webhooks are lost': { loses: true },
  'webhooks are lost, two readers, a lie': { loses: true, readers: 2, lies: 1 },
  'its no is not true': { refuses_and_acts: true, readers: 2 },
  'it charges twice, a lie': { charges_twice: true, lies: 1 },
}
const TWO_READERS = 'webhooks are lost, two readers, a lie'
/** Minutes. */
const LARGE: Partial<Record<Way, readonly string[]>> = {
  'a card is held for orders': [TWO_READERS, 'it charges twice, a lie'],
  'a card is held on a page': [TWO_READERS, 'its no is not true'],
}
const PROVED: Partial<Record<Way, readonly string[]>> = {
  'a card is held for orders': ['its no is not true'],
  'a card is held on a page': ['webhooks are lost'],
  'paid on a page': [TWO_READERS],
  'approved on a page, taken by us': [TWO_READERS],
}

export interface Run {
  name: string
  world: Setting
  /** Which of the two commands visits it as well; without one it takes minutes. */
  by?: 'test' | 'prove'
}

function byOf(way: Way, name: string): Pick<Run, 'by'> {
  if (LARGE[way]?.includes(name)) return {}
  return { by: PROVED[way]?.includes(name) ? 'prove' : 'test' }
}
const isCharge = (way: Way) => WAYS[way].pays_by === 'saved'

export const RUNS: readonly Run[] = (Object.keys(WAYS) as Way[]) // its own keys
  .flatMap((way) =>
    Object.entries(TROUBLES)
      .filter(([, trouble]) => isCharge(way) || trouble.charges_twice !== true)
      .map(([name, trouble]) => ({ name: `${way}; ${name}`, world: settingOf(way, trouble), ...byOf(way, name) })),
  )
