/** Every world an attempt can come into. */
import { type Attempt, type AttemptEvent, isSettled, newAttempt } from '../attempt.ts'
import { type Exploration, search } from '../../testing/search.ts'
import { goodMove, isAtRest, movesOf, type Setting, startWorld, violationOf, type World } from './hostile-world.ts'

/**
 * Only distances in time matter, up to the largest one that anything is compared with; and of numbers of sends only
 * which are equal. So neither time nor kills, losses or clicks need a bound.
 */
function normalised({ profile, workers: count, mistakes }: Setting, world: World): World {
  const quiet = profile.send_within_ms + profile.lands_within_ms + profile.shows_within_ms
  const far = Math.max(quiet + profile.asks_person_after_ms, profile.merges_for_ms) + 2
  const ago = (time: number, cap = far) => Math.max(time - world.now, -cap)
  // The design's list window holds everything, so how old an effect is matters only to the window that is too short.
  const shown = mistakes.includes('list_window_too_short')
    ? far
    : Math.max(profile.shows_within_ms, profile.merges_for_ms)
  const usesFirst = profile.merges_for_ms > 0
  const numbers = world.rows.map((_, row) => sendNumbers(world, row))
  const renumber = (row: number, send_no: number) => (send_no === 0 ? 0 : (numbers[row]?.indexOf(send_no) ?? 0) + 1)
  const attempt = (row: number, given: Attempt): Attempt => {
    // Of a settled one only the finding is read again.
    if (isSettled(given)) return { ...newAttempt(), state: given.state, effect: given.effect }
    return {
      ...given,
      send_no: renumber(row, given.send_no),
      first_intent_at: given.first_intent_at === null || !usesFirst ? null : ago(given.first_intent_at),
      last_intent_at: given.last_intent_at === null ? null : ago(given.last_intent_at),
    }
  }
  const event = (row: number, given: AttemptEvent): AttemptEvent => {
    if (given.is === 'seen') return { ...given, asked_at: ago(given.asked_at) }
    return 'send_no' in given ? { ...given, send_no: renumber(row, given.send_no) } : given
  }
  const workers = world.workers.map((worker): World['workers'][number] => {
    switch (worker.at) {
      case 'idle':
        return worker
      case 'read':
        return { ...worker, attempt: attempt(worker.row, worker.attempt), event: event(worker.row, worker.event) }
      case 'knows':
        return { ...worker, event: event(worker.row, worker.event) }
      case 'waits':
        return { ...worker, send_no: renumber(worker.row, worker.send_no) }
      default: {
        const { row, command } = worker
        if (command.do === 'look')
          return {
            ...worker,
            command: { ...command, since: profile.find === 'list' ? ago(command.since) : 0 },
          } as typeof worker // a look is held, never unsaved
        const send = { ...command, send_no: renumber(row, command.send_no), send_by: ago(command.send_by, 1) }
        return worker.at === 'unsaved'
          ? { ...worker, command: send, attempt: attempt(row, worker.attempt) }
          : { ...worker, command: send }
      }
    }
  })
  const text = (value: unknown) => JSON.stringify(value)
  if (count > 1) workers.sort((a, b) => (text(a) < text(b) ? -1 : 1)) // they are alike
  return {
    ...world,
    now: 0,
    rows: world.rows.map(({ subject, attempt: given }, row) => ({ subject, attempt: attempt(row, given) })),
    workers,
    network: world.network
      .map((m) => ({ ...m, send_no: renumber(m.row, m.send_no), expires_at: ago(m.expires_at, 1) }))
      .sort((a, b) => (text(a) < text(b) ? -1 : 1)),
    late: world.late.map(({ row, event: given }) => ({ row, event: event(row, given) })),
    effects: world.effects.map((effect) => ({ ...effect, made_at: ago(effect.made_at, shown) })),
  }
}

/** The numbers of sends that anything still speaks of, in order. */
function sendNumbers(world: World, row: number): number[] {
  const found = new Set<number>([world.rows[row]?.attempt.send_no ?? 0])
  const note = (event: AttemptEvent) => {
    if ('send_no' in event) found.add(event.send_no)
  }
  for (const message of world.network) if (message.row === row) found.add(message.send_no)
  for (const late of world.late) if (late.row === row) note(late.event)
  for (const worker of world.workers) {
    if (worker.at === 'idle' || worker.row !== row) continue
    if (worker.at === 'waits') found.add(worker.send_no)
    if (worker.at === 'read' || worker.at === 'unsaved') found.add(worker.attempt.send_no)
    if (worker.at === 'read' || worker.at === 'knows') note(worker.event)
    if ((worker.at === 'holds' || worker.at === 'unsaved') && worker.command.do === 'send')
      found.add(worker.command.send_no)
  }
  found.delete(0)
  return [...found].sort((a, b) => a - b)
}

export const explore = (setting: Setting, options: { limit?: number; settles?: boolean } = {}): Exploration =>
  search(
    {
      start: startWorld(setting),
      movesOf: (world) => movesOf(setting, world),
      normalised: (world) => normalised(setting, world),
      violationOf: (world) => violationOf(setting, world),
      goodMove: (world) => (isAtRest(world) ? undefined : goodMove(setting, world)),
      restProblem: (world) => (isAtRest(world) ? null : 'is stuck'),
    },
    options,
  )
