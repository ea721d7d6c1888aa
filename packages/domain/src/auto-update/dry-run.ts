/** What the rules would have done with the last weeks of a variant: the same rules, fed with what was read then. */
import { type MappedLink, supplyIn } from '../mapping/plan.ts'
import type { Minor } from '../money.ts'
import { isImplausible } from './breaker.ts'
import { type Fact, type Judged, judgeVariant, NEW_WATCH, type Note } from './judge-variant.ts'

/** A change of one supplier link, by its place in the list of links. */
export interface LinkChange {
  link: number
  at: number
  /** Null: offered no longer. */
  now: { cost: Minor; quantity: number | null } | null
}

export interface Timeline {
  start: { cost: Minor | null; quantity: number | null }
  facts: Fact[]
  /** Figures that the breaker would have stopped. */
  stopped: number
}

/** The links as they were before the changes, played forward; a fact for each moment at which something changed. */
export function timelineOf(links: readonly MappedLink[], changes: readonly LinkChange[], country: string): Timeline {
  const now: (MappedLink & { gone?: boolean })[] = [...links]
  const start = supplyIn(now, country)
  const facts: Fact[] = []
  let stopped = 0
  for (const { link, at, now: after } of changes.toSorted((a, b) => a.at - b.at)) {
    const before = now[link]
    if (!before) continue
    if (after !== null && isImplausible(before.cost, after.cost)) {
      stopped++
      continue
    }
    now[link] = after === null ? { ...before, quantity: 0, gone: true } : { ...before, ...after, gone: false }
    const fact: Fact = { ...supplyIn(now, country), gone: now.every(({ gone }) => gone === true), read_at: at }
    if (facts.at(-1)?.read_at === at) facts.pop()
    facts.push(fact)
  }
  return { start, facts, stopped }
}

export interface Replayed {
  /** Price changes by rules, in their order. */
  changes: Extract<Note, { kind: 'price_changed' }>[]
  asked: number
  /** Changes that waited and were no longer asked for. */
  flaps: number
  sold_out: number
  /** The price at the end. */
  price: Minor
}

type Same = Pick<Judged, 'rules' | 'rate' | 'target' | 'isBelowFloor'>

/**
 * `variant` and `pinned`: as they were at the start. Between two changes the supplier is looked at whenever something
 * waits for a look, as the watch does.
 */
export function replay(
  { start, facts }: Timeline,
  variant: Judged['variant'],
  pinned: boolean,
  same: Same,
  until: number,
): Replayed {
  let watch = { ...NEW_WATCH, pinned, out: start.quantity === 0, cost: start.cost, rate: same.rate }
  let sold = { ...variant }
  let before = start
  const notes: Note[] = []
  const judge = (fact: Fact): number | null => {
    const verdict = judgeVariant({ ...same, watch, variant: sold, before, fact, now: fact.read_at })
    watch = { ...verdict.watch, rate: verdict.watch.rate ?? same.rate }
    sold = { ...sold, ...verdict.patch }
    before = fact
    notes.push(...verdict.notes)
    return verdict.check_at
  }
  for (const [at, fact] of facts.entries()) {
    const next = facts[at + 1]?.read_at ?? until
    let check_at = judge(fact)
    // A look that changes nothing asks for no further one at the same moment.
    for (let last = fact.read_at; check_at !== null && check_at > last && check_at < next;) {
      last = check_at
      check_at = judge({ ...fact, read_at: check_at })
    }
  }
  const of = <K extends Note['kind']>(kind: K) => notes.filter((note) => note.kind === kind)
  return {
    changes: notes.flatMap((note) => (note.kind === 'price_changed' ? [note] : [])),
    asked: of('price_asked').length,
    flaps: of('flap').length,
    sold_out: of('sold_out').length,
    price: sold.price,
  }
}
