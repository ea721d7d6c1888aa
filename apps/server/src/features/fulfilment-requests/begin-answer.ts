import { isChannel } from '@omni/domain/channels/document.ts'
import type { DeclinedLine } from '@omni/domain/fulfilments/requests.ts'
import type { LanguageCode } from '@omni/domain/languages.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startAttempt } from '../../platform/attempts.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db.ts'
import { say } from '../../platform/messages.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { regroupOrders } from '../orders/regroup.ts'
import type { RequestRow } from './request-rows.ts'
import { answerOf } from './send-answer.ts'

const SAYS = {
  fulfilment: { yes: 'requests.says_fulfilment_yes', no: 'requests.says_fulfilment_no' },
  cancellation: { yes: 'requests.says_cancellation_yes', no: 'requests.says_cancellation_no' },
} as const

export interface Decision {
  accepts: boolean
  declined: readonly DeclinedLine[]
  /** In the seller's words; empty: ours. */
  note: string
  /** Null: nobody was asked. */
  decided_by: string | null
  language: LanguageCode
}

/**
 * Commits an answer with the attempt that tells it. The caller holds the orders of the sale and the request, which is open.
 * False: the store is not connected.
 */
export async function beginAnswer(
  tx: Tx,
  config: Config,
  request: RequestRow,
  order_ids: readonly string[],
  { accepts, declined, note, decided_by, language }: Decision,
): Promise<boolean> {
  const { workplace_id, store_id, request_id, kind, remote_id, remote_request_id } = request
  const { rows } = await sql<{ epoch: number; platform: string }>`
    select c.epoch, s.platform from store_connections c join stores s using (workplace_id, store_id)
    where c.workplace_id = ${workplace_id} and c.store_id = ${store_id} and c.credentials is not null
      and s.status = 'active'`.execute(tx)
  const [store] = rows
  if (!store || !isChannel(store.platform)) return false
  const answer_id = randomUUID()
  await tx
    .updateTable('fulfilment_requests')
    .set({
      state: 'answering',
      accepts,
      declined: JSON.stringify(declined),
      note,
      decided_by,
      answer_id,
      problem: null,
      problem_text: null,
    })
    .where('workplace_id', '=', workplace_id)
    .where('request_id', '=', request_id)
    .execute()
  await startAttempt(tx, answerOf(store.platform, config), {
    workplace_id,
    subject_id: answer_id,
    account_key: store_id,
    input: {
      workplace_id,
      store_id,
      epoch: store.epoch,
      request_id,
      kind,
      remote_id,
      remote_request_id,
      accepts,
      reason: declined[0]?.reason ?? 'other',
      message: note || say(language, SAYS[kind][accepts ? 'yes' : 'no']),
      lines: declined.map(({ item_id, reason }) => ({ item_id, message: say(language, `requests.why.${reason}`) })),
    },
  })
  await regroupOrders(tx, workplace_id, order_ids, { replan: false })
  await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
  return true
}
