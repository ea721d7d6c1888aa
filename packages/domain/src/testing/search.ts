/** Visits every world that can be reached, breadth first, and tells the shortest way into a violation. */
import { hash } from 'node:crypto'

export type Move<W> = [label: string, world: W]

export interface Model<W> {
  start: W
  /** Everything that can happen next. */
  movesOf: (world: W) => Move<W>[]
  /** Worlds that nothing can tell apart are one. */
  normalised: (world: W) => W
  violationOf: (world: W) => string | null
  /** From here on nothing goes wrong: the next thing that happens. Undefined: everything has come to rest. */
  goodMove: (world: W) => Move<W> | undefined
  /** What is wrong with a world in which nothing happens any more. */
  restProblem: (world: W) => string | null
  /** What a good move costs, and how much a world may cost until it has come to rest. */
  cost?: { of: (before: W, after: W) => number; most: number; name: string }
}

export interface Exploration {
  worlds: number
  depth: number
  violation: string | null
  path: string[]
  /** Every world was visited. */
  complete: boolean
}

const MAX_GOOD_MOVES = 300
/** Of a way that never ends, its beginning. */
const SHOWN_MOVES = 60

interface Bad {
  violation: string
  path: string[]
}

/** Whether everything comes to rest well. `good` remembers what it costs from the worlds for which that is known. */
function endsBadly<W>(model: Model<W>, from: W, key: string, good: Map<string, number>): Bad | null {
  const path: { key: string; label: string; cost: number }[] = []
  const bad = (violation: string): Bad => ({
    violation,
    path: ['then, without faults', ...path.slice(0, SHOWN_MOVES).map(({ label }) => label)],
  })
  let world = from
  for (let moves = 0; !good.has(key); moves++) {
    if (moves > MAX_GOOD_MOVES) return bad('never settles')
    const move = model.goodMove(world)
    if (!move) {
      const problem = model.restProblem(world)
      if (problem) return bad(problem)
      good.set(key, 0)
      break
    }
    const [label, after] = move
    path.push({ key, label, cost: model.cost?.of(world, after) ?? 0 })
    const violation = model.violationOf(after)
    if (violation) return bad(violation)
    world = model.normalised(after)
    key = keyOf(world)
  }
  let cost = good.get(key) ?? 0
  for (const step of path.toReversed()) {
    cost += step.cost
    good.set(step.key, cost)
  }
  return model.cost && cost > model.cost.most ? bad(`settles after ${cost} ${model.cost.name}`) : null
}

/** A world's text is long and there are millions: its hash stands for it. */
const keyOf = (world: unknown): string => hash('sha1', JSON.stringify(world), 'base64')

export function search<W>(model: Model<W>, { limit = 2_000_000, settles = true } = {}): Exploration {
  const seen = new Set<string>()
  const good = new Map<string, number>()
  const queue: { world: W | null; key: string; parent: number; label: string; depth: number }[] = []
  const add = (raw: W, parent: number, label: string) => {
    const world = model.normalised(raw)
    const key = keyOf(world)
    if (seen.has(key)) return
    seen.add(key)
    queue.push({ world, key, parent, label, depth: (queue[parent]?.depth ?? -1) + 1 })
  }
  add(model.start, -1, '')
  let depth = 0
  for (let at = 0; at < queue.length; at++) {
    const entry = queue[at]
    if (!entry?.world) break
    const { world } = entry
    depth = entry.depth
    const found = model.violationOf(world)
    const bad = found === null ? settles && endsBadly(model, world, entry.key, good) : { violation: found, path: [] }
    if (bad) {
      const path = [...bad.path]
      for (let step = queue[at]; step && step.parent >= 0; step = queue[step.parent]) path.unshift(step.label)
      return { worlds: queue.length, depth, violation: bad.violation, path, complete: false }
    }
    if (queue.length > limit) return { worlds: queue.length, depth, violation: null, path: [], complete: false }
    for (const [label, after] of model.movesOf(world)) add(after, at, label)
    // What was expanded is needed for its label alone.
    queue[at] = { ...entry, world: null, key: '' }
  }
  return { worlds: queue.length, depth, violation: null, path: [], complete: true }
}
