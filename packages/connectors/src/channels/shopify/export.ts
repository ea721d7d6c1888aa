/**
 * All products of a shop, or all that changed, in one file that Shopify writes in the background: it costs the bucket
 * what one mutation costs, whatever the number of products. A line of the file is one object; an object of an inner
 * connection names its parent. What was seen where: the mutation, its limits (five connections, two deep, no variables)
 * and its states in the schema of 2026-10; lines and `__parentId` in gatsby-source-shopify, and in the connector
 * of hotwax.
 */
import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { z } from 'zod'
import { parseReply, read } from '../../http.ts'
import { rows } from '../../rows.ts'
import type { VendorCall } from '../../vendor.ts'
import { VendorError } from '../../vendor-error.ts'
import type { ListingExport } from '../channel.ts'
import type { App, Credentials } from './app.ts'
import { ask } from './client.ts'
import { EXPORT, EXPORT_STATE, exportQuery } from './documents.ts'
import { toRemote } from './map.ts'
import { Product } from './schemas.ts'

type Call = VendorCall<App, Credentials>

const DOWNLOAD_MS = 120_000
/** Another export of this shop is being written. */
const WAIT_S = 30

const Started = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ message: z.string(), code: z.string().nullish() })),
  }),
})

/** A second start, after a lost reply, costs a few points and is read by nobody. */
export async function startExport(call: Call, { changed_since }: { changed_since?: Date }) {
  const query = exportQuery(call.credentials.location_id, changed_since ?? null)
  const { bulkOperationRunQuery: reply } = await ask(
    call,
    { text: EXPORT.text, cost: EXPORT.cost() },
    { query },
    Started,
  )
  if (reply.bulkOperation) return { export_id: reply.bulkOperation.id }
  const [error] = reply.userErrors
  const isBusy = error?.code === 'OPERATION_IN_PROGRESS' || error?.code === 'LIMIT_REACHED'
  throw new VendorError(
    'shopify',
    isBusy ? 'rate_limited' : 'invalid',
    error?.message ?? 'no export was started',
    isBusy ? WAIT_S : undefined,
    error?.code ?? undefined,
  )
}

const State = z.object({
  bulkOperation: z
    .object({ status: z.string(), url: z.string().nullable(), errorCode: z.string().nullable() })
    .nullable(),
})

export async function readExport(call: Call, { export_id }: { export_id: string }): Promise<ListingExport> {
  const document = { text: EXPORT_STATE.text, cost: EXPORT_STATE.cost() }
  const { bulkOperation: state } = await ask(call, document, { id: export_id }, State)
  if (!state) return { state: 'failed', problem: 'the export is not known any more' }
  if (['CREATED', 'RUNNING'].includes(state.status)) return { state: 'running' }
  if (state.status !== 'COMPLETED') return { state: 'failed', problem: state.errorCode ?? state.status }
  // A shop without products has no file.
  if (state.url === null) return { state: 'done', items: [] }
  const request = { vendor: 'shopify', url: state.url, timeout_ms: DOWNLOAD_MS, parse: linesOf }
  return { state: 'done', items: joinLines(await read(request, Lines), call.credentials.currency) }
}

const Line = z.looseObject({ id: z.string(), __parentId: z.string().optional() })
const Lines = z.array(Line)
type Line = z.output<typeof Line>

/** An empty text is an empty list; a line that is no JSON makes the whole unreadable. */
function linesOf(text: string): unknown {
  try {
    return text.split('\n').flatMap((line): unknown[] => (line.trim() === '' ? [] : [JSON.parse(line)]))
  } catch {
    return undefined
  }
}

const isOf = (type: string, { id }: Line) => id.startsWith(`gid://shopify/${type}/`)

/** Children may stand anywhere after their parents, and keep their order. */
export function joinLines(lines: readonly Line[], currency: string): RemoteListing[] {
  const childrenOf = Map.groupBy(lines, ({ __parentId }) => __parentId ?? '')
  const LAST_PAGE = { hasNextPage: false, endCursor: null }
  const products = (childrenOf.get('') ?? []).map((product) => {
    const children = childrenOf.get(product.id) ?? []
    const variants = children
      .filter((child) => isOf('ProductVariant', child))
      .map((variant) => ({ ...variant, media: { nodes: childrenOf.get(variant.id) ?? [] } }))
    const media = children.filter((child) => !isOf('ProductVariant', child))
    return { ...product, media: { nodes: media }, variants: { nodes: variants, pageInfo: LAST_PAGE } }
  })
  return parseReply('shopify', rows(Product), products).map((product) => toRemote(product, currency))
}
