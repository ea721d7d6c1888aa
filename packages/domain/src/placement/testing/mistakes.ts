/**
 * The design's seventeen mistakes (placement, section 9) and seven more. Those inside `next` are changes of its source;
 * those of the program around it are planted in shell.ts.
 */
import { loadPatched, type Patch } from '../../testing/patched-rules.ts'
import type { next } from '../next.ts'
import { NOT_THERE, TOO_DEAR, TWICE, UNCOVERED } from './explore.ts'
import { setting } from './setting.ts'
import type { Setting, ShellMistake } from './supplier-world.ts'

const FILES = [
  'attempts/attempt.ts',
  'placement/placement.ts',
  'placement/steps.ts',
  'placement/evidence.ts',
  'placement/next.ts',
] as const

export async function rulesWith(patches: readonly Patch<(typeof FILES)[number]>[]): Promise<typeof next> {
  const loaded = (await loadPatched(FILES, 'placement/next.ts', patches)) as {
    next: typeof next // as the source exports it
  }
  return loaded.next
}

interface Planted {
  /** The worst it does. */
  leads_to: string
  world: Setting
}
/** As few other troubles as the mistake needs, so that the shortest way to it is told. */
const alone = { lates: 0, cancels: false, lies: false }

export const RULE_MISTAKES: Readonly<Record<string, Planted & { patches: readonly Patch<(typeof FILES)[number]>[] }>> =
  {
    'retry on unknown': {
      leads_to: TWICE,
      world: setting('b', alone),
      patches: [
        {
          file: 'attempts/attempt.ts',
          from: "if (event.is === 'unknown') return stay(profile, checking, now)",
          to: "if (event.is === 'unknown') return intend(profile, attempt, now)",
        },
        {
          file: 'placement/steps.ts',
          from: 'if (isSent && !isQuoted) {',
          to: "if (isSent && !isQuoted && event.is !== 'unknown') {",
        },
      ],
    },
    'look-up window too short': {
      leads_to: TWICE,
      world: setting('c', { ...alone, ages: true }),
      patches: [
        {
          file: 'attempts/attempt.ts',
          from: 'since: (attempt.first_intent_at ?? now) - CLOCK_SKEW_MS',
          to: 'since: now - 1',
        },
      ],
    },
    'hold released on time-out': {
      leads_to: UNCOVERED,
      world: setting('b', alone),
      patches: [
        {
          file: 'placement/steps.ts',
          from: "return at('checking')",
          to: "return { ...at('checking'), row: { ...at('checking').row, held: null }, money: [{ do: 'release' }] }",
        },
      ],
    },
    '"not found" final right after the send': {
      leads_to: TWICE,
      world: setting('b', alone),
      patches: [
        {
          file: 'attempts/attempt.ts',
          from: 'const isQuiet = (at: number) => attempt.sends === 0 || at > quietAt(profile, attempt)',
          to: 'const isQuiet = (_at: number) => true',
        },
      ],
    },
    'same reference after its window': {
      leads_to: TWICE,
      world: setting('a', alone),
      patches: [
        {
          file: 'attempts/attempt.ts',
          from: 'return landsAt < first + profile.merges_for_ms ? resendAt : null',
          to: 'return landsAt > 0 ? resendAt : resendAt',
        },
      ],
    },
    'refusal trusted': {
      leads_to: TWICE,
      world: setting('b', { ...alone, lies: true }),
      patches: [
        {
          file: 'attempts/attempt.ts',
          from: 'const isBelieved = (profile.believes_refusals === true || !canLookUp(profile)) && attempt.clear',
          to: 'const isBelieved = true',
        },
      ],
    },
    'person’s "none" taken early': {
      leads_to: TWICE,
      world: setting('d', alone),
      patches: [
        {
          file: 'attempts/attempt.ts',
          from: "if (attempt.state !== 'needs_decision' || !isQuiet(now)) return stay(profile, attempt, now)",
          to: "if (attempt.state !== 'needs_decision') return stay(profile, attempt, now)",
        },
      ],
    },
    'unknown counted as done': {
      leads_to: NOT_THERE,
      world: setting('d', alone),
      patches: [
        {
          file: 'placement/next.ts',
          from: 'const { of: _, ...answer } = event\n',
          to: "const { of: _, ...answer } = event\n      if (event.is === 'unknown') return learn(profile, row, { order_no: 'no 1', confirmed: true, paid: true, closed: false, total: 1 }, now)\n",
        },
      ],
    },
    'cancel settles at once': {
      leads_to: TWICE,
      world: setting('b', { ...alone, cancels: true }),
      patches: [
        {
          file: 'placement/next.ts',
          from: "const hasNotLeft = row.attempt.state === 'intended' || row.is_absent",
          to: "const hasNotLeft = row.attempt.state === 'intended' || row.state === 'sending' || row.is_absent",
        },
      ],
    },
    'click not checked': {
      leads_to: TWICE,
      world: setting('b', { ...alone, workers: 2 }),
      patches: [
        { file: 'placement/next.ts', from: 'if (!isFree || isBoughtUnpaid)', to: 'if (isBoughtUnpaid || !event)' },
        {
          file: 'placement/next.ts',
          from: "const isFree = row.state === 'ready'",
          to: "const _isFree = row.state === 'ready'",
        },
      ],
    },
    // The design has it for a second payment. Here a payment is sent again only when the first is known not to have
    // landed, so that it does harm where a reference is repeated instead.
    '`not_sent` of a second send as a clean slate': {
      leads_to: UNCOVERED,
      world: setting('a', { ...alone, cancels: true, tries: 1 }),
      patches: [
        { file: 'attempts/attempt.ts', from: 'if (attempt.sends > 1) return stay(profile, checking, now)', to: '' },
      ],
    },
    'sent again at the old price': {
      leads_to: TOO_DEAR,
      world: setting('a', { ...alone, jumps: true, tries: 1 }),
      patches: [
        {
          file: 'placement/steps.ts',
          from: 'if (isSent && !isQuoted) {',
          to: "if (isSent && !isQuoted && row.state === 'queued') {",
        },
      ],
    },
    'an old quote counts': {
      leads_to: TOO_DEAR,
      world: setting('b', { ...alone, jumps: true, tries: 1 }),
      patches: [
        {
          file: 'placement/next.ts',
          from: 'if (now > event.asked_at + profile.quote_good_for_ms)',
          to: 'if (now < 0)',
        },
      ],
    },
    'paid without comparing the amount': {
      leads_to: TOO_DEAR,
      world: setting('e', { ...alone, jumps: true, tries: 1 }),
      patches: [
        {
          file: 'placement/next.ts',
          from: "if (row.total !== null && row.total > row.held) return ask(profile, row, 'price', now)\n",
          to: '\n',
        },
      ],
    },
    'given up without a read': {
      leads_to: UNCOVERED,
      world: setting('site', { ...alone, cancels: true, tries: 1 }),
      patches: [
        {
          file: 'placement/next.ts',
          from: "return stay(profile, { ...stopped, state: 'checking', question: null }, now)",
          to: "return settle(stopped, 'cancelled')",
        },
      ],
    },
    'an answer to an earlier try is heard': {
      leads_to: UNCOVERED,
      world: setting('d', { ...alone, lates: 1 }),
      patches: [
        {
          file: 'placement/next.ts',
          from: 'isLive(row) && of.n === row.n && of.attempt_no === row.attempt_no',
          to: 'isLive(row) && of.n > 0',
        },
      ],
    },
    '"cannot be ordered" heard after it may have left': {
      leads_to: UNCOVERED,
      world: setting('d', { ...alone, workers: 2, cannots: true }),
      patches: [
        {
          file: 'placement/next.ts',
          from: "const hasNotLeft = row.state === 'queued' && row.attempt.state === 'intended'",
          to: 'const hasNotLeft = true',
        },
      ],
    },
    'paid although it was stopped': {
      leads_to: 'alarm: sent after it was stopped',
      world: setting('e', { ...alone, cancels: true, tries: 1 }),
      patches: [
        { file: 'placement/evidence.ts', from: "if (row.stop !== null) return settle(done, 'cancelled')\n", to: '\n' },
        {
          file: 'placement/next.ts',
          from: 'if (row.stop !== null) {',
          to: "if (row.stop !== null && row.state !== 'created') {",
        },
      ],
    },
  }

export const SHELL_MISTAKES: Readonly<Record<ShellMistake, Planted>> = {
  'send before commit': { leads_to: TWICE, world: setting('b', alone) },
  'new reference per send': { leads_to: TWICE, world: setting('a', alone) },
  'no send deadline': { leads_to: TWICE, world: setting('b', { ...alone, workers: 2 }) },
  'no version check': { leads_to: TWICE, world: setting('b', { ...alone, workers: 2, split: true }) },
  'look-up dated by its commit': { leads_to: TWICE, world: setting('b', alone) },
  'no twin lock': { leads_to: NOT_THERE, world: setting('c', { ...alone, rows: 2, tries: 1 }) },
}

/** The one assumption about the outside: a request lands in time or never. */
export const BROKEN: Readonly<Record<string, Planted>> = {
  'b: a request may land at any later time': { leads_to: TWICE, world: setting('b', { ...alone, unbounded: true }) },
  'a: a request may land at any later time': { leads_to: TWICE, world: setting('a', { ...alone, unbounded: true }) },
}
