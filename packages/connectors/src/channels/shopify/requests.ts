/**
 * We as a fulfilment service of a store. Types, arguments and scopes: the published schema of 2026-10. The ping and its
 * signature (as a webhook's; the body only says which kind of request there is): Shopify's own shopify-api-js
 * (`fulfillmentService.validate`) and the public app DropshipHub, which also looks its service up by name before it makes
 * one. That a request is answered as a whole, and that lines of a rejection only say why: shopify.dev on
 * `fulfillmentOrderRejectFulfillmentRequest`, and the changelog of July 2022. Public apps do it in two ways: DropshipHub
 * declines the whole request; inikoo/aiku declines it, splits it and asks itself anew. This does the first. That the
 * newest of `merchantRequests` is the one that waits, and that asking again makes another one, is to be confirmed with
 * a live store.
 */
import {
  type DeclineReason,
  type RequestKind,
  type RequestStatus,
  type ShownRequest,
} from '@omni/domain/fulfilments/requests.ts'
import { z } from 'zod'
import { rows } from '../../rows.ts'
import type { VendorCall, WriteCall } from '../../vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import type { FulfilmentService, RequestAnswer } from '../channel.ts'
import type { App, Credentials } from './app.ts'
import { ask, change, readDone } from './client.ts'
import {
  ACCEPT_CANCELLATION,
  ACCEPT_REQUEST,
  ANSWER_COST,
  CREATE_SERVICE,
  LIST_REQUESTS,
  MOVE_SERVICE,
  READ_REQUESTS,
  READ_REQUESTS_AT_ONCE,
  REJECT_CANCELLATION,
  REJECT_REQUEST,
  SERVICES,
} from './request-documents.ts'
import { nodesOf } from './schemas.ts'
import { isSigned } from './webhooks.ts'

type Call = VendorCall<App, Credentials>
type Write = WriteCall<App, Credentials>

/** What merchants see as the name of the location. */
const SERVICE_NAME = 'Omni'

const nodes = <T extends z.ZodType>(of: T) => z.object({ nodes: z.array(of) })

const STATUSES = {
  UNSUBMITTED: 'unsubmitted',
  SUBMITTED: 'submitted',
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  CANCELLATION_REQUESTED: 'cancellation_requested',
  CANCELLATION_ACCEPTED: 'cancellation_accepted',
  CANCELLATION_REJECTED: 'cancellation_rejected',
  CLOSED: 'closed',
} as const satisfies Record<string, RequestStatus>

const Request = z.object({
  id: z.string(),
  orderId: z.string(),
  requestStatus: z.enum(Object.keys(STATUSES) as [keyof typeof STATUSES]), // its own keys
  merchantRequests: nodes(
    z.object({ id: z.string(), kind: z.string(), message: z.string().nullable(), sentAt: z.string() }),
  ),
  lineItems: nodes(
    z.object({
      id: z.string(),
      remainingQuantity: z.number(),
      lineItem: z.object({ id: z.string(), currentQuantity: z.number(), unfulfilledQuantity: z.number() }),
    }),
  ),
})
const ServicesReply = z.object({
  shop: z.object({
    fulfillmentServices: z.array(
      z.object({ id: z.string(), serviceName: z.string(), callbackUrl: z.string().nullable() }),
    ),
  }),
})
const ListReply = z.object({
  assignedFulfillmentOrders: z.object({
    nodes: rows(Request),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})
const ReadReply = nodesOf(Request)

const kindOf = (kind: string): RequestKind => (kind === 'CANCELLATION_REQUEST' ? 'cancellation' : 'fulfilment')

function toShown({ id, orderId, requestStatus, merchantRequests, lineItems }: z.output<typeof Request>): ShownRequest {
  return {
    remote_id: id,
    remote_order_id: orderId,
    status: STATUSES[requestStatus],
    asked: merchantRequests.nodes
      .map(({ id: remote_request_id, kind, message, sentAt }) => ({
        remote_request_id,
        kind: kindOf(kind),
        message: message ?? '',
        sent_at: new Date(sentAt).toISOString(),
      }))
      .toSorted((a, b) => b.sent_at.localeCompare(a.sent_at)),
    lines: lineItems.nodes.flatMap(({ id: item_id, remainingQuantity, lineItem }) =>
      remainingQuantity === 0
        ? []
        : {
            item_id,
            remote_line_id: lineItem.id,
            quantity: remainingQuantity,
            wanted: Math.min(lineItem.currentQuantity, lineItem.unfulfilledQuantity),
          },
    ),
  }
}

async function service(call: Call): Promise<FulfilmentService | null> {
  const { shop } = await ask(call, { text: SERVICES.text, cost: SERVICES.cost() }, {}, ServicesReply)
  const own = shop.fulfillmentServices.find(({ serviceName }) => serviceName === SERVICE_NAME)
  return own ? { remote_id: own.id, callback_url: own.callbackUrl ?? '' } : null
}

const Registered = z.object({ fulfillmentService: z.object({ id: z.string() }) })

async function register(
  call: Write,
  { remote_id, callback_url: url }: { remote_id: string | null; callback_url: string },
): Promise<WriteOutcome<{ remote_id: string }>> {
  const outcome =
    remote_id === null
      ? await change(call, CREATE_SERVICE.text, { name: SERVICE_NAME, url })
      : await change(call, MOVE_SERVICE.text, { id: remote_id, url })
  return readDone(outcome, Registered, ({ fulfillmentService }) => ({ remote_id: fulfillmentService.id }))
}

const WAITING: Record<RequestKind, string> = {
  fulfilment: 'FULFILLMENT_REQUESTED',
  cancellation: 'CANCELLATION_REQUESTED',
}

async function list(call: Call, { kind, cursor }: { kind: RequestKind; cursor?: string }) {
  const document = { text: LIST_REQUESTS.text, cost: LIST_REQUESTS.cost() }
  const variables = { status: WAITING[kind], after: cursor ?? null }
  const { assignedFulfillmentOrders: found } = await ask(call, document, variables, ListReply)
  const { hasNextPage, endCursor } = found.pageInfo
  return { items: found.nodes.map(toShown), next: hasNextPage ? endCursor : null }
}

async function read(call: Call, { remote_ids }: { remote_ids: string[] }): Promise<ShownRequest[]> {
  const found: ShownRequest[] = []
  for (let start = 0; start < remote_ids.length; start += READ_REQUESTS_AT_ONCE) {
    const ids = remote_ids.slice(start, start + READ_REQUESTS_AT_ONCE)
    const document = { text: READ_REQUESTS.text, cost: READ_REQUESTS.cost(ids.length) }
    const { nodes: page } = await ask(call, document, { ids }, ReadReply)
    found.push(...page.filter((one) => one !== null).map(toShown))
  }
  return found
}

/** Shopify has fourteen. */
const REASONS: Record<DeclineReason, string> = {
  out_of_stock: 'INVENTORY_OUT_OF_STOCK',
  cannot_ship: 'UNDELIVERABLE_DESTINATION',
  not_ours: 'INELIGIBLE_PRODUCT',
  partial: 'OTHER',
  other: 'OTHER',
}
const Answered = z.object({ fulfillmentOrder: z.object({ id: z.string() }) })

async function answer(
  call: Write,
  { remote_id, kind, accepts, reason, message, lines }: RequestAnswer,
): Promise<WriteOutcome<{ remote_id: string }>> {
  const words = { id: remote_id, message }
  const outcome =
    kind === 'cancellation'
      ? await change(call, (accepts ? ACCEPT_CANCELLATION : REJECT_CANCELLATION).text, words)
      : accepts
        ? await change(call, ACCEPT_REQUEST.text, words)
        : await change(call, REJECT_REQUEST.text, {
            ...words,
            reason: REASONS[reason],
            lines: lines.map(({ item_id, message: said }) => ({ fulfillmentOrderLineItemId: item_id, message: said })),
          })
  return readDone(outcome, Answered, ({ fulfillmentOrder }) => ({ remote_id: fulfillmentOrder.id }))
}

export const requests = {
  service,
  register: { cost: { units: CREATE_SERVICE.cost() }, send: register },
  list,
  read,
  answer: { cost: { units: ANSWER_COST }, send: answer },
  verify: isSigned,
}
