/**
 * Who changed what since both sides last agreed. Each field has two bases, because stores rewrite what they are sent:
 * `ours` is what we meant, `theirs` is how the store showed it afterwards.
 */
import { equalValue, type Fields, LANES, type Lane, placeOf, variantField } from './fields.ts'

/** Who wins where both sides changed the same field, and whether a change in the store is taken over. */
export type Policy = 'store' | 'omni' | 'ask'
export type Policies = Readonly<Record<Lane, Policy>>

export const DEFAULT_POLICIES: Policies = {
  content: 'ask',
  structure: 'ask',
  media: 'omni',
  price: 'store',
  stock: 'omni',
  status: 'store',
}
export const isPolicies = (value: Record<string, unknown>): value is Policies =>
  LANES.every((lane) => ['store', 'omni', 'ask'].includes(String(value[lane])))

export interface Sides {
  desired: Fields
  ours: Fields
  theirs: Fields
  /** Null: the store was not read since. */
  seen: Fields | null
}

export interface Merged {
  /** To be sent: only what differs. */
  send: string[]
  /** Changed in the store alone: to be taken over. */
  take: string[]
  /** Changed on both sides to the same value. */
  agree: string[]
  /** Changed on both sides to different values, and the policy is to ask. */
  conflicts: string[]
}

/** Off by more than this share of what it should be, a quantity is put right; a few sales are not. */
const QUANTITY_DRIFT = 0.2

type Verdict = 'same' | keyof Merged

export function merge(sides: Sides, policies: Policies): Merged {
  const merged: Merged = { send: [], take: [], agree: [], conflicts: [] }
  const names = new Set([...Object.keys(sides.desired), ...Object.keys(sides.ours), ...Object.keys(sides.seen ?? {})])
  for (const field of names) {
    const verdict = judge(field, sides, policies)
    if (verdict !== 'same') merged[verdict].push(field)
  }
  return merged
}

function judge(field: string, sides: Sides, policies: Policies): Verdict {
  const { desired, ours, theirs, seen } = sides
  const { lane, variant, name } = placeOf(field)
  if (variant !== undefined && name !== 'exists' && !isOnBothSides(variant, sides)) return 'same'
  if (name === 'quantity') return judgeQuantity(field, sides)
  // A variant that was added in the store stays there and is no concern of ours.
  if (name === 'exists' && ours[field] === undefined && desired[field] === undefined) return 'same'
  // Where it is shown inside the store is the seller's business unless it was requested here.
  if (name === 'published' && desired[field] === undefined) return 'same'
  const weChanged = !equalValue(desired[field], ours[field])
  // They are chosen once; from then on a shop's sorting is its own.
  if (name === 'categories' || name === 'brands' || name === 'details')
    return weChanged && desired[field] !== undefined ? 'send' : 'same'
  const theyChanged = seen !== null && !equalValue(seen[field], theirs[field])
  const policy = policies[lane]
  if (!weChanged && !theyChanged) return 'same'
  if (!theyChanged) return 'send'
  if (!weChanged) return policy === 'omni' ? 'send' : 'take'
  if (equalValue(desired[field], seen[field])) return 'agree'
  if (policy === 'ask') return 'conflicts'
  return policy === 'omni' ? 'send' : 'take'
}

/** A variant's own fields count while the variant is wanted and not missing in the store. */
function isOnBothSides(variant: string, { desired, ours, seen }: Sides): boolean {
  const exists = variantField(variant, 'exists')
  const isThere = seen === null || ours[exists] === undefined || seen[exists] !== undefined
  return desired[exists] !== undefined && isThere
}

/**
 * The store counts its own stock down with every sale, so a difference alone says nothing. It is sent when our figure
 * changed, when the store sells what is not there, and when it is far off.
 */
function judgeQuantity(field: string, { desired, ours, seen }: Sides): Verdict {
  const want = desired[field]
  if (!equalValue(want, ours[field])) return 'send'
  const has = seen?.[field]
  if (typeof want !== 'number' || typeof has !== 'number' || has === want) return 'same'
  if (want === 0) return 'send'
  return Math.abs(has - want) > QUANTITY_DRIFT * want ? 'send' : 'same'
}
