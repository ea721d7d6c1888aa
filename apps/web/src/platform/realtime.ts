/** Server-sent events over fetch: EventSource can send neither our headers nor a bearer token. */
import type { RealtimeData, RealtimeName } from '@omni/contracts/events.ts'
import { createParser } from 'eventsource-parser'
import { inBursts } from './bursts.ts'
import { callHeaders } from './client.ts'
import type { CallName } from './freshness.ts'
import { refreshAll, refreshCalls } from './query.ts'
import { currentStoreId, setStore } from './session.ts'

const ADDRESS = '/api/realtime'
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** Messages come again after a reconnect; this many ids are remembered to drop the repeats. */
const REMEMBERED_IDS = 500

/** A message says that something changed; what shows it reads it again. */
export const REFRESHED_BY: Record<RealtimeName, readonly CallName[]> = {
  'notifications.changed': ['listNotification', 'getAttention'],
  'account.changed': ['getAccount', 'getAttention', 'getCurrentPlan', 'getSettings', 'getQuickStartGuide', 'listStore'],
  // Reading the account answers 101 when it was this session that ended.
  'session.ended': ['getAccount', 'listSessions'],
  // An open editor puts the change under its own edits; see onRealtime.
  'product.changed': [
    'listImportList',
    'listProducts',
    'listProductHistory',
    'getSourceVariants',
    'getMapping',
    'compareProduct',
  ],
  'jobs.changed': ['listJobs', 'listJobRows', 'getSplitStatus', 'getUndoResult', 'listRuns'],
  'products.changed': [
    'listImportList',
    'listProducts',
    'getProductCounts',
    'listProductSuppliers',
    'listTags',
    'listCollectionNames',
    'getSourceVariants',
    'getCurrentPlan',
    'getAttention',
    'listWatched',
    'getAutoUpdate',
  ],
  'listings.changed': ['listMapped', 'listUnmapped', 'getPlatformProduct', 'getProductPublication', 'getAttention'],
  'orders.changed': [
    'listOrders',
    'countOrderStatus',
    'getOrderDetail',
    'getOrderByStatus',
    'getSectionSummary',
    'getOrderOnboarding',
    'getOrderLog',
    'getLogs',
    'listAutomationDecisions',
    'getRequestType',
    'getSaleCancellation',
    'getBuyerRefunds',
    'suggestBuyerRefund',
    'getOrderPanel',
    'getShipmentLog',
    'listFulfilmentRequests',
    'listUnrecovered',
    'getAttention',
  ],
  'placement.changed': [
    'getPreview',
    'listPlacing',
    'listExtensionTasks',
    'getOrderInfo',
    'getSyncStatus',
    'getOrderPanel',
    'getOrderTracking',
    'getShipmentLog',
    'fetchPayAllLink',
    'getWallet',
    'getWalletChart',
    'listTransactionLogs',
    'countTransactionLogs',
  ],
  'wallet.changed': [
    'fetchPayAllLink',
    'getWallet',
    'getPayment',
    'getWalletChart',
    'getWalletBonus',
    'listTransactionLogs',
    'countTransactionLogs',
    'exportTransactionLogs',
    'getPaymentSetting',
    'getPaymentAutomation',
    'getCashback',
  ],
  'profits.changed': ['getAnalyses', 'getAnalysesPreview', 'getOrderProfit', 'listCarriers'],
  'parcels.changed': [
    'listParcels',
    'countParcels',
    'listParcelAttention',
    'getOrderTracking',
    'getTrackingPage',
    'getAttention',
  ],
  'feedback.changed': ['listFeedbacks', 'getFeedback', 'listFeedbackHistory', 'getOrderDetail'],
  'plan.changed': [
    'getCurrentPlan',
    'getSubscription',
    'getPlanCharge',
    'listPaymentLogs',
    'exportPaymentLogs',
    'previewPlanChange',
    'getAttention',
  ],
  // Its listings are shown and cannot be changed from here on.
  'store.uninstalled': ['listStore', 'getAccount', 'getAttention', 'listMapped', 'listUnmapped'],
  'stores.changed': [
    'listStore',
    'getAccount',
    'getAttention',
    'listPublications',
    'listMigrations',
    'listWarehouses',
    'checkPrerequisites',
    'getQuickStartGuide',
  ],
}

const isRealtimeName = (name: string): name is RealtimeName => name in REFRESHED_BY

const listeners = new Map<RealtimeName, Set<(data: never) => void>>()

/** For screens that need to know what a message says, not only that it came. */
export function onRealtime<N extends RealtimeName>(name: N, listener: (data: RealtimeData<N>) => void): () => void {
  const known = listeners.get(name) ?? new Set()
  listeners.set(name, known.add(listener))
  return () => known.delete(listener)
}

const refreshInBursts = inBursts<CallName>((names) => void refreshCalls(names.map((name) => ({ name }))))

function receive({ name, data }: RealtimeMessage) {
  if (!isRealtimeName(name)) return
  // Before anything is read again: a call that named the store would be refused.
  if (name === 'store.uninstalled') {
    const { store_id } = JSON.parse(data) as RealtimeData<'store.uninstalled'> // written by the contract
    if (store_id === currentStoreId()) setStore(null)
  }
  refreshInBursts(REFRESHED_BY[name])
  const known = listeners.get(name)
  if (!known || known.size === 0) return
  const message = JSON.parse(data) as never // the server writes messages by the contract
  for (const listener of known) listener(message)
}

export interface RealtimeMessage {
  id: string | undefined
  name: string
  data: string
}

/** Cuts a stream into messages, remembers the last id and drops repeats. */
export function createReader(onMessage: (message: RealtimeMessage) => void) {
  const seen = new Set<string>()
  let lastId: string | undefined
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (id !== undefined) {
        if (seen.has(id)) return
        seen.add(id)
        lastId = id
        const oldest = seen.values().next().value
        if (seen.size > REMEMBERED_IDS && oldest !== undefined) seen.delete(oldest)
      }
      onMessage({ id, name: event ?? 'message', data })
    },
  })
  return {
    feed: (chunk: string) => parser.feed(chunk),
    /** A broken connection leaves half a message behind; the ids stay. */
    reset: () => parser.reset(),
    lastId: () => lastId,
  }
}

/** 1 s, 2 s, 4 s … 30 s, with up to a half taken off so that a restarted server is not met by everyone at once. */
export const waitBefore = (attempt: number, random = Math.random()) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (1 - random / 2)

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

/** Listens until `signal` is aborted. A 401 ends it: the next ordinary call shows it. */
export async function listen(signal: AbortSignal, ask: typeof fetch = fetch): Promise<void> {
  const reader = createReader(receive)
  let isFirst = true
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const lastId = reader.lastId()
      const headers = {
        ...callHeaders(ADDRESS),
        accept: 'text/event-stream',
        ...(lastId ? { 'last-event-id': lastId } : {}),
      }
      const reply = await ask(ADDRESS, { headers, signal, credentials: 'same-origin', cache: 'no-store' })
      if (reply.status === 401) return
      if (reply.ok && reply.body) {
        attempt = 0
        // With an id the server sends what was missed meanwhile. Without one, nobody knows what was.
        if (!isFirst && !lastId) void refreshAll()
        for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) reader.feed(chunk)
      }
    } catch {
      // Cut off: wait and come back with the last id.
    }
    isFirst = false
    reader.reset()
    await pause(waitBefore(attempt), signal)
  }
}
