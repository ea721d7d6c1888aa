import { BREAKER_REASONS } from '@omni/domain/auto-update/breaker.ts'
import { WATCH_STATES } from '@omni/domain/auto-update/watch-states.ts'
import { z } from 'zod'
import { SourceField } from './catalog.calls.ts'
import { CurrencyCode, Id, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'
import { Monitoring } from './product-settings.calls.ts'

const FromTo = z.tuple([z.int(), z.int()])

/** What a rule did last with a variant of the product. Costs are US cents, prices the product's currency. */
const WatchNote = z.object({
  kind: z.enum(['price_changed', 'price_asked', 'sold_out', 'gone', 'back']),
  rule: z.enum(['keep_margin', 'apply_rule']).optional(),
  why: z.enum(['ask', 'pinned', 'no_price', 'too_often']).optional(),
  cost: FromTo.optional(),
  price: FromTo.optional(),
})

const WatchedProduct = z.object({
  product_id: Id,
  title: z.string(),
  image: z.string().nullable(),
  sources: z.array(z.string()),
  currency: CurrencyCode,
  /** Beyond what the plan covers. */
  paused: z.boolean(),
  /** Sold lately: looked at every quarter of an hour. */
  hot: z.boolean(),
  /** When its suppliers were last asked, the oldest of them. */
  read_at: Timestamp.nullable(),
  variants: z.int(),
  pinned: z.int(),
  waiting: z.int(),
  sold_out: z.int(),
  /** A rule keeps it as a draft in its stores. */
  off_shelf: z.boolean(),
  price_min: z.int(),
  price_max: z.int(),
  cost_min: z.int(),
  cost_max: z.int(),
  /** Null: a cost, or what sending takes, is not known. */
  margin: z.int().nullable(),
  stock: z.int().nullable(),
  note: WatchNote.nullable(),
  recorded_at: Timestamp.nullable(),
})

const Held = z.object({
  product_id: Id,
  title: z.string(),
  variant: z.string(),
  /** US cents. */
  before: z.int(),
  /** Null: offered no longer. */
  after: z.int().nullable(),
  quantity: z.int().nullable(),
})

const Question = z.object({
  question_id: Id,
  source: SourceField,
  reason: z.enum(BREAKER_REASONS),
  asked_at: Timestamp,
  items: z.array(Held),
})

const Overview = z.object({
  watched: z.int(),
  paused: z.int(),
  /** Of the plan; -1: any number. */
  limit: z.int(),
  pinned: z.int(),
  /** Products that were sold lately, and the oldest look at one of them. */
  hot: z.int(),
  hot_read_at: Timestamp.nullable(),
  questions: z.array(Question),
})

const Tried = z.object({
  days: z.int(),
  /** Products with a change in these days, of all that are watched. */
  products: z.int(),
  price_changes: z.int(),
  below_floor: z.int(),
  /** Changes that waited and were no longer asked for. */
  flaps: z.int(),
  asked: z.int(),
  sold_out: z.int(),
  /** Figures that would have stopped the watch and asked. */
  stopped: z.int(),
  /** More products changed than were tried. */
  is_capped: z.boolean(),
  largest: z.array(
    z.object({
      product_id: Id,
      title: z.string(),
      variant: z.string(),
      currency: CurrencyCode,
      cost: FromTo,
      price: FromTo,
      below_floor: z.boolean(),
    }),
  ),
})

// spec: not shown. The specification names the page /app/products/auto-update and no call of it.
export const autoUpdateCalls = calls({
  listWatched: {
    method: 'GET',
    path: '/center/products/auto-update',
    about: 'Products whose suppliers are watched, and what the rules did.',
    input: z.object({ ...page, state: z.enum(WATCH_STATES).default('all') }),
    data: listOf(WatchedProduct),
  },
  getAutoUpdate: {
    method: 'GET',
    path: '/center/products/auto-update/overview',
    about: 'How many products are watched or paused, and what waits for an answer.',
    input: z.object({}),
    data: Overview,
  },
  answerQuestion: {
    method: 'POST',
    path: '/center/products/auto-update/questions/{question_id}',
    about: 'Lets exactly the listed figures of a supplier through, or keeps what was known before them.',
    input: z.object({ question_id: Id, answer: z.enum(['confirm', 'dismiss']) }),
    data: z.object({ question_id: Id, answer: z.enum(['confirm', 'dismiss']) }),
  },
  tryRules: {
    method: 'POST',
    path: '/center/products/auto-update/try',
    about: 'What these rules would have done with the last 30 days.',
    input: Monitoring.partial(),
    data: Tried,
    heavy: true,
    unkeyed: 'reads',
  },
})
