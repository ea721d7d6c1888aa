import type { ChannelDefinition } from '@omni/connectors/channels/channel.ts'
import { channels } from '@omni/connectors/channels/registry.ts'
import type { ANSWER_PROBLEMS } from '@omni/contracts/fulfilment-requests.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { DECLINE_REASONS, requestStanding } from '@omni/domain/fulfilments/requests.ts'
import { z } from 'zod'
import { NOT_PERMITTED } from '@omni/connectors/vendor-error.ts'
import { attempt, type AttemptChange, type AttemptKind, withStoreRehearsal } from '../../platform/attempts.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { sendOutcome } from '../../platform/send-outcome.ts'
import { lockSale } from '../orders/sale-parts.ts'
import { openStore } from '../stores/open-store.ts'
import { DISCONNECTED, openAsBegun, refuseDisconnected, storeAttempt } from '../stores/store-attempt.ts'
import { lockRequest } from './request-rows.ts'
import { notifySeller } from './notify-seller.ts'
import { writeStanding } from './write-standing.ts'

const Input = z.object({
  workplace_id: z.string(),
  store_id: z.string(),
  epoch: z.int(),
  request_id: z.string(),
  kind: z.enum(['fulfilment', 'cancellation']),
  remote_id: z.string(),
  remote_request_id: z.string(),
  accepts: z.boolean(),
  reason: z.enum([...DECLINE_REASONS, 'partial']),
  message: z.string(),
  lines: z.array(z.object({ item_id: z.string(), message: z.string() })),
})
type AnswerInput = z.output<typeof Input>
type Answer = AttemptKind<typeof Input>
type Problem = (typeof ANSWER_PROBLEMS)[number]

const MAX_SENDS = 3
const ASKS_PERSON_AFTER_MS = 24 * 3_600_000

/** The store itself tells where a request stands: a lost reply is looked up there, and an answer is sent once. */
function answerKind(definition: ChannelDefinition): Answer {
  return attempt({
    name: `fulfilment_request.${definition.id}`,
    vendor: definition.id,
    input: Input,
    profile: storeAttempt(definition, { max_sends: MAX_SENDS, asks_person_after_ms: ASKS_PERSON_AFTER_MS }),
    async prepare(ctx, { input }) {
      const store = await openAsBegun(ctx, input)
      const answer = store?.channel.requests?.answer
      if (!answer) return refuseDisconnected
      const { remote_id, kind, accepts, reason, message, lines } = input
      const send = await answer.prepare({ remote_id, kind, accepts, reason, message, lines })
      return async (send_by) => sendOutcome(await send(send_by), ({ remote_id: effect }) => ({ effect }))
    },
    async look(ctx, { input }) {
      const store = await openStore(ctx, input)
      if (!store?.channel.requests) throw new Error('the store is not connected')
      const [shown] = await store.channel.requests.read({ remote_ids: [input.remote_id] })
      const wanted = input.accepts ? 'accepted' : 'declined'
      return requestStanding(input, shown) === wanted ? [{ effect: input.remote_id }] : []
    },
    changed: settle,
  })
}

const Said = z.object({ detail: z.object({ message: z.string().optional() }).optional().catch(undefined) })

/** The request hears, in the attempt's own transaction, what became of the answer. */
async function settle(tx: Tx, change: AttemptChange<AnswerInput>): Promise<void> {
  const { workplace_id, to, input, error_key } = change
  const isDone = to === 'done'
  if (!isDone && to !== 'failed' && to !== 'cancelled' && to !== 'needs_decision') return
  const { store_id, request_id } = input
  // Orders before requests, as everybody holds them.
  const found = await tx
    .selectFrom('fulfilment_requests')
    .select('remote_order_id')
    .where('workplace_id', '=', workplace_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  if (!found) return // its store is gone
  const parts = await lockSale(tx, workplace_id, store_id, found.remote_order_id)
  const request = await lockRequest(tx, workplace_id, request_id)
  if (request?.state !== 'answering' || request.answer_id !== change.subject_id) return
  const order_ids = parts.map(({ order_id }) => order_id)
  if (isDone) return writeStanding(tx, request, order_ids, input.accepts ? 'accepted' : 'declined', change.now)
  const words = Said.safeParse(change.says).data?.detail?.message ?? null
  await tx
    .updateTable('fulfilment_requests')
    .set({
      state: 'open',
      accepts: null,
      declined: '[]',
      problem: to === 'failed' ? problemOf(error_key) : 'unclear',
      problem_text: words,
    })
    .where('workplace_id', '=', workplace_id)
    .where('request_id', '=', request_id)
    .execute()
  // What the store shows now is the truth, whatever it answered.
  await emit(tx, 'store.requests_changed_remotely', { workplace_id, store_id, by_webhook: true })
  await notifySeller(tx, request, order_ids, { problem: true, words: words ?? '' }, change.now)
}

function problemOf(error_key: string | null): Problem {
  if (error_key === null) return 'unclear'
  if (error_key === DISCONNECTED) return 'disconnected'
  return error_key === NOT_PERMITTED ? 'not_allowed' : 'refused'
}

// Each keeps its own types inside.
const definitions = Object.values(channels) as unknown as ChannelDefinition[]
const kinds = new Map<string, Answer>(
  definitions.filter(({ requests }) => requests).map((definition) => [definition.id, answerKind(definition)]),
)

export const answers: readonly Answer[] = [...kinds.values()]

export function answerOf(channel: Channel, config: Pick<Config, 'LISTING_LANDS_MS'>): Answer {
  const kind = kinds.get(channel)
  if (!kind) throw new Error(`${channel} asks for nothing`)
  return withStoreRehearsal(kind, config)
}
