/**
 * The world an attempt must survive: workers that are killed anywhere, a network that loses, delays and doubles, a
 * vendor that does the work and says it refused, people who click again and cancel, and a clock.
 *
 * Time is counted in ticks; the profiles below use ticks too. `movesOf` lists everything that can happen next.
 */
import {
  type Attempt,
  type AttemptCommand,
  type AttemptEvent,
  type AttemptProfile,
  isSettled,
  newAttempt,
  next,
  quietAt,
} from '../attempt.ts'

/** A row of our books. Its place in the list is the reference that the vendor is given. */
interface Row {
  subject: number
  attempt: Attempt
}
/** An entry of the vendor's books. */
interface Effect {
  id: string
  reference: number
  subject: number
  made_at: number
}
type Send = Extract<AttemptCommand, { do: 'send' }>
type Worker =
  | { at: 'idle' }
  /** Has read a row and will commit against the version it read. */
  | { at: 'read'; row: number; attempt: Attempt; event: AttemptEvent }
  /** Has committed and will carry out a command. */
  | { at: 'holds'; row: number; command: AttemptCommand }
  /** Planted mistake: carries out first and commits afterwards. */
  | { at: 'unsaved'; row: number; command: Send; attempt: Attempt }
  | { at: 'waits'; row: number; send_no: number }
  /** Has an answer in memory. */
  | { at: 'knows'; row: number; event: AttemptEvent }
interface Message {
  row: number
  reference: number
  send_no: number
  expires_at: number
}
export interface World {
  now: number
  rows: Row[]
  workers: Worker[]
  network: Message[]
  /** Replies that arrive a second time or by another door. */
  late: { row: number; event: AttemptEvent }[]
  effects: Effect[]
  alarm: string | null
}

/** Mistakes a program could make around `next`. The design has none of them. */
export type ShellMistake =
  | 'send_before_commit'
  | 'no_version_check'
  | 'no_send_deadline'
  | 'look_dated_by_its_commit'
  | 'new_reference_per_send'
  | 'list_window_too_short'
  | 'second_click_not_refused'
  | 'no_twin_lock'

export interface Setting {
  profile: AttemptProfile
  /** Two subjects are twins: a list cannot tell what was made for one from what was made for the other. */
  subjects: number
  workers: number
  /** Attempts a subject may have. */
  attempts: number
  /** Replies that may be on a second way at the same time. */
  lates: number
  /** Workers read and commit in two steps. */
  split: boolean
  /** The vendor also refuses for now (rate limit). */
  refuses_for_now: boolean
  /** Requests land whenever they like: the assumption is broken. */
  unbounded: boolean
  step: typeof next
  mistakes: readonly ShellMistake[]
}

const TICKS = {
  send_within_ms: 1,
  answers_within_ms: 1,
  lands_within_ms: 1,
  shows_within_ms: 1,
  asks_person_after_ms: 2,
  max_sends: 2,
  merges_for_ms: 0,
  resend_after_ms: [],
}
/** The kinds of vendor (design: placement, section 4), without the two-step one. */
export const PROFILES = {
  merging: { ...TICKS, find: 'none', merges_for_ms: 9, resend_after_ms: [0, 0] },
  by_reference: { ...TICKS, find: 'reference' },
  by_list: { ...TICKS, find: 'list' },
  blind: { ...TICKS, find: 'none' },
} satisfies Record<string, AttemptProfile>

export const setting = (kind: keyof typeof PROFILES, more: Partial<Setting> = {}): Setting => ({
  profile: PROFILES[kind],
  subjects: 1,
  workers: 1,
  attempts: 2,
  lates: 1,
  split: false,
  refuses_for_now: false,
  unbounded: false,
  step: next,
  mistakes: [],
  ...more,
})

const IDLE: Worker = { at: 'idle' }
const replaced = <T>(list: readonly T[], at: number, value: T): T[] => list.map((old, n) => (n === at ? value : old))
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, n) => n !== at)
const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

export const startWorld = ({ workers }: Setting): World => ({
  now: 0,
  rows: [],
  workers: Array.from({ length: workers }, () => IDLE),
  network: [],
  late: [],
  effects: [],
  alarm: null,
})

export type Move = [label: string, world: World]

export function movesOf(setting: Setting, world: World): Move[] {
  return [
    ...peopleMoves(setting, world),
    ...world.late.flatMap(({ row, event }, n) =>
      applied(setting, { ...world, late: without(world.late, n) }, row, event, `late reply: ${event.is}`),
    ),
    ...world.workers.flatMap((_, n) => workerMoves(setting, world, n)),
    ...world.network.flatMap((_, n) => networkMoves(setting, world, n)),
    ...clockMoves(setting, world),
  ]
}

/** An event that is committed at once, by nobody who could be killed in between. */
function applied(setting: Setting, world: World, row: number, event: AttemptEvent, label: string): Move[] {
  const before = world.rows[row]
  if (!before) return []
  const { attempt, alarm } = setting.step(setting.profile, before.attempt, event, world.now)
  if (event.is === 'person' || event.is === 'cancel') if (isSame(attempt, before.attempt) && !alarm) return []
  return [[label, saved(world, row, attempt, alarm)]]
}

const saved = (world: World, row: number, attempt: Attempt, alarm: string | null): World => ({
  ...world,
  alarm: world.alarm ?? alarm,
  rows: replaced(world.rows, row, { ...world.rows[row], subject: world.rows[row]?.subject ?? 0, attempt }),
})

function peopleMoves(setting: Setting, world: World): Move[] {
  const moves: Move[] = []
  for (let subject = 0; subject < setting.subjects; subject++) {
    const own = world.rows.filter((row) => row.subject === subject)
    const isTaken = own.some(({ attempt }) => attempt.state !== 'failed' && attempt.state !== 'cancelled')
    const mayClick = !isTaken || setting.mistakes.includes('second_click_not_refused')
    if (mayClick && own.length < setting.attempts)
      moves.push(['click', { ...world, rows: [...world.rows, { subject, attempt: newAttempt() }] }])
  }
  world.rows.forEach(({ attempt }, row) => {
    moves.push(...applied(setting, world, row, { is: 'cancel' }, 'cancel'))
    if (attempt.state !== 'needs_decision') return
    // A person looks at the vendor's own site and says truthfully what is there now.
    const there = visible(setting, world, row, 'person')
    for (const effect of there)
      moves.push(...applied(setting, world, row, { is: 'person', says: 'it_is', effect }, 'person: it is this one'))
    if (there.length === 0)
      moves.push(...applied(setting, world, row, { is: 'person', says: 'none' }, 'person: nothing there'))
  })
  return moves
}

/** What the vendor shows of one attempt now. A list knows no reference; a person knows the buyer. */
function visible({ profile }: Setting, world: World, row: number, by: 'look' | 'person', since = -Infinity): string[] {
  const shown = world.effects.filter(({ made_at }) => world.now >= made_at + profile.shows_within_ms)
  if (by === 'person' || profile.find === 'reference')
    return shown.filter(({ reference }) => Math.trunc(reference) === row).map(({ id }) => id)
  const claimed = world.rows.flatMap(({ attempt }, n) => (n !== row && attempt.effect !== null ? [attempt.effect] : []))
  return shown.filter(({ id, made_at }) => made_at >= since && !claimed.includes(id)).map(({ id }) => id)
}

function workerMoves(setting: Setting, world: World, n: number): Move[] {
  const worker = world.workers[n] ?? IDLE
  const put = (state: Worker, base = world): World => ({ ...base, workers: replaced(base.workers, n, state) })
  const moves: Move[] = worker.at === 'idle' ? [] : [['killed', put(IDLE)]]

  /** Commits an event and then holds the command. */
  const commit = (label: string, row: number, event: AttemptEvent, attempt = world.rows[row]?.attempt): void => {
    if (!attempt) return
    const step = setting.step(setting.profile, attempt, event, world.now)
    const { command } = step
    if (command?.do === 'send' && setting.mistakes.includes('send_before_commit'))
      return void moves.push([label, put({ at: 'unsaved', row, command, attempt: step.attempt })])
    const isNews = command !== null || worker.at !== 'idle' || !isSame(step.attempt, attempt)
    if (isNews)
      moves.push([label, saved(put(command ? { at: 'holds', row, command } : IDLE), row, step.attempt, step.alarm)])
  }

  switch (worker.at) {
    case 'idle':
      world.rows.forEach(({ attempt, subject }, row) => {
        const event: AttemptEvent = { is: 'turn', twin_live: hasTwin(setting, world, subject) }
        if (!setting.split) return commit('turn', row, event)
        const step = setting.step(setting.profile, attempt, event, world.now)
        if (step.command !== null || !isSame(step.attempt, attempt))
          moves.push(['reads', put({ at: 'read', row, attempt, event })])
      })
      break
    case 'read': {
      const isChanged = !isSame(world.rows[worker.row]?.attempt, worker.attempt)
      if (isChanged && !setting.mistakes.includes('no_version_check')) moves.push(['finds the row changed', put(IDLE)])
      else {
        // The lock on twins is a unique key in the database: it holds when the commit comes, not when the row was read.
        const subject = world.rows[worker.row]?.subject ?? 0
        const event: AttemptEvent =
          worker.event.is === 'turn' ? { is: 'turn', twin_live: hasTwin(setting, world, subject) } : worker.event
        commit('commits', worker.row, event, worker.attempt)
      }
      break
    }
    case 'knows':
      commit(`commits ${worker.event.is}`, worker.row, worker.event)
      break
    case 'waits':
      moves.push([
        'gives up waiting',
        put({ at: 'knows', row: worker.row, event: { is: 'unknown', send_no: worker.send_no } }),
      ])
      break
    default:
      moves.push(...carryOut(setting, world, worker, put))
  }
  return moves
}

const hasTwin = ({ profile, mistakes }: Setting, world: World, subject: number) =>
  profile.find === 'list' &&
  !mistakes.includes('no_twin_lock') &&
  world.rows.some((row) => row.subject !== subject && !isSettled(row.attempt) && row.attempt.state !== 'intended')

function carryOut(
  setting: Setting,
  world: World,
  worker: Extract<Worker, { at: 'holds' | 'unsaved' }>,
  put: (state: Worker, base?: World) => World,
): Move[] {
  const { row, command } = worker
  if (command.do === 'look') {
    const since = setting.mistakes.includes('list_window_too_short') ? world.now - 1 : command.since
    const effects = visible(setting, world, row, 'look', since)
    const asked_at = setting.mistakes.includes('look_dated_by_its_commit') ? Infinity : world.now
    return [
      [`looks: ${effects.length} there`, put({ at: 'knows', row, event: { is: 'seen', asked_at, effects } })],
      ['cannot look', put({ at: 'knows', row, event: { is: 'look_failed' } })],
    ]
  }
  const { send_no, send_by } = command
  if (world.now > send_by && !setting.mistakes.includes('no_send_deadline'))
    return [['wakes too late, sends nothing', put({ at: 'knows', row, event: { is: 'not_sent', send_no } })]]
  // A reference of its own for each send is still recognised by a person, hence the fraction.
  const reference = setting.mistakes.includes('new_reference_per_send') ? row + send_no / 10 : row
  const message: Message = { row, reference, send_no, expires_at: world.now + setting.profile.lands_within_ms }
  const sent: World = { ...world, network: [...world.network, message] }
  const waits: Worker = { at: 'waits', row, send_no }
  if (worker.at === 'holds') return [['sends', put(waits, sent)]]
  return [
    ['sends, then commits', saved(put(waits, sent), row, worker.attempt, null)],
    ['sends, killed before its commit', put(IDLE, sent)],
  ]
}

function networkMoves(setting: Setting, world: World, n: number): Move[] {
  const message = world.network[n]
  if (!message) return []
  const { row, send_no } = message
  const rest: World = { ...world, network: without(world.network, n) }
  const moves: Move[] = [['lost on its way', rest]]
  const waiting = world.workers.findIndex((w) => w.at === 'waits' && w.row === row && w.send_no === send_no)
  for (const { label, effects, event } of vendorActs(setting, world, message)) {
    const after: World = { ...rest, effects }
    const answered = (reply: AttemptEvent, base = after): World => ({
      ...base,
      workers: replaced(base.workers, waiting, { at: 'knows', row, event: reply }),
    })
    moves.push([`${label}, reply lost`, after])
    if (waiting >= 0) {
      moves.push([`${label}, reply comes`, answered(event)])
      // Where nothing can be looked up, only codes that were never seen to lie are on the closed list.
      if (event.is === 'done' && setting.profile.find !== 'none')
        moves.push([`${label}, reply says refused`, answered({ is: 'refused', send_no, later: false })])
    }
    if (world.late.length < setting.lates) {
      const late = [...world.late, { row, event }]
      moves.push([`${label}, reply late`, { ...after, late }])
      if (waiting >= 0) moves.push([`${label}, reply doubled`, answered(event, { ...after, late })])
    }
  }
  return moves
}

function vendorActs({ profile, refuses_for_now }: Setting, world: World, { row, reference, send_no }: Message) {
  const known = world.effects.find(
    (effect) => effect.reference === reference && world.now < effect.made_at + profile.merges_for_ms,
  )
  if (known)
    return [
      { label: 'vendor knows it', effects: world.effects, event: { is: 'done', effect: known.id } as AttemptEvent },
    ]
  const id = `e${world.effects.length + 1}`
  const made: Effect = { id, reference, subject: world.rows[row]?.subject ?? 0, made_at: world.now }
  const refused = (later: boolean): AttemptEvent => ({ is: 'refused', send_no, later })
  return [
    { label: 'vendor acts', effects: [...world.effects, made], event: { is: 'done', effect: id } as AttemptEvent },
    { label: 'vendor refuses', effects: world.effects, event: refused(false) },
    ...(refuses_for_now ? [{ label: 'vendor refuses for now', effects: world.effects, event: refused(true) }] : []),
  ]
}

/** Time passes while no message is older than it may become. */
const clockMoves = ({ unbounded }: Setting, world: World): Move[] =>
  unbounded || world.network.every(({ expires_at }) => expires_at > world.now)
    ? [['tick', { ...world, now: world.now + 1 }]]
    : []

/** What must never be, in any world. */
export function violationOf(setting: Setting, world: World): string | null {
  if (world.alarm) return `alarm: ${world.alarm}`
  for (let subject = 0; subject < setting.subjects; subject++)
    if (world.effects.filter((effect) => effect.subject === subject).length > 1) return 'two effects for one subject'
  for (const [row, { attempt, subject }] of world.rows.entries()) {
    const own = world.effects.filter(({ reference }) => Math.trunc(reference) === row)
    if (attempt.state === 'done' && !own.some(({ id }) => id === attempt.effect))
      return 'done in our books, not in the vendor’s'
    if ((attempt.state === 'failed' || attempt.state === 'cancelled') && own.length > 0)
      return 'settled as not done, but the vendor did it'
    if (attempt.state === 'intended' && attempt.stop) return 'stopped, but still to be sent'
    if (subject < 0) return 'no subject'
  }
  return null
}

/** Nothing is under way any more. */
export const isAtRest = (world: World) =>
  world.rows.every(({ attempt }) => isSettled(attempt)) &&
  world.network.length === 0 &&
  world.late.length === 0 &&
  world.workers.every(({ at }) => at === 'idle')

/** From here on nothing goes wrong and people answer: the next thing that happens. */
export function goodMove(setting: Setting, world: World): Move | undefined {
  const mustWait = world.rows.some(
    ({ attempt }) => !isSettled(attempt) && attempt.sends > 0 && world.now <= quietAt(setting.profile, attempt),
  )
  const rank = (label: string): number => {
    if (/refuses|says refused|lost on its way|killed|reply late|doubled|click|cancel|cannot look/.test(label)) return 99
    if (/reply comes/.test(label)) return 0
    if (/reply lost/.test(label)) return 1
    if (/sends|commits|looks|dues|finds the row/.test(label)) return 2
    if (/gives up/.test(label)) return 3
    if (/late reply/.test(label)) return 4
    if (/person/.test(label)) return 5
    if (label === 'tick') return mustWait ? 6 : 8
    return 7
  }
  return movesOf(setting, world)
    .filter(([label]) => rank(label) < 99)
    .sort(([a], [b]) => rank(a) - rank(b))[0]
}
