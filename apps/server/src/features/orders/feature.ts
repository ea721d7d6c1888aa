import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { EXTENSION_SOURCES } from '@omni/domain/placement/extension.ts'
import { enqueue, enqueueAll } from '../../platform/jobs.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { countOrderStatus } from './count-order-status.ts'
import { createOrder } from './create-order.ts'
import { getLogs, getOrderLog } from './read-log.ts'
import { getOrderByStatus } from './get-order-by-status.ts'
import { getOrderDetail } from './get-order-detail.ts'
import { getOrderOnboarding } from './get-order-onboarding.ts'
import { getSectionSummary } from './get-section-summary.ts'
import { importOrderFile } from './import-order-file.ts'
import { judgeQuota, readChangedOrders, replanOpen } from './jobs.ts'
import { listOrders } from './list-orders.ts'
import { markArchive, revertOrder } from './set-archived.ts'
import { markOrder } from './mark-order.ts'
import { mergeOrder } from './merge-order.ts'
import { noteOrder } from './note-order.ts'
import { previewOrderFile } from './preview-order-file.ts'
import { markPending, readChangedOrdersJob, readPendingOrdersJob } from './read-orders.job.ts'
import { judgeQuotaJob } from './judge-quota.job.ts'
import { regroupOrders } from './regroup.ts'
import { replanOpenJob, replanOrdersJob } from './replan.job.ts'
import { splitOrder } from './split-order.ts'
import { tagOrderJob } from './tag-order.job.ts'
import { updateCustomer } from './update-customer.ts'

/** What was sold: how it comes in from the stores, and how it is shown. Buying it is the area `placement`. */
export const orders: Feature = {
  calls: serve(orderCalls, {
    listOrders,
    countOrderStatus,
    getOrderDetail,
    getOrderByStatus,
    getSectionSummary,
    markOrder,
    markArchive,
    revertOrder,
    getOrderOnboarding,
    createOrder,
    previewOrderFile,
    importOrderFile,
    updateCustomer,
    noteOrder,
    splitOrder,
    mergeOrder,
    getOrderLog,
    getLogs,
  }),
  jobs: [readPendingOrdersJob, readChangedOrdersJob, replanOpenJob, replanOrdersJob, judgeQuotaJob, tagOrderJob],
  on: {
    'store.connected': { 'read its orders': (ctx, id) => ctx.db.tx((tx) => enqueue(tx, readChangedOrders, id)) },
    'order_settings.changed': {
      'look where open orders stand': { within: (tx, changed) => enqueue(tx, replanOpen, changed) },
    },
    'source_account.changed': {
      'look where its orders stand': { within: (tx, changed) => enqueue(tx, replanOpen, changed) },
    },
    'extension.changed': {
      'look where orders of browsers stand': {
        within: (tx, { workplace_id }) =>
          enqueueAll(
            tx,
            replanOpen,
            EXTENSION_SOURCES.map((source) => ({ workplace_id, source })),
          ),
      },
    },
    'orders.stops_changed': {
      'put them where they stand': {
        within: (tx, { workplace_id, order_ids }) => regroupOrders(tx, workplace_id, order_ids, { replan: false }),
      },
    },
    'orders.placed': {
      'look at the quota': { within: (tx, { workplace_id }) => enqueue(tx, judgeQuota, { workplace_id }) },
    },
    'plan.chosen': {
      'look at the quota': {
        within: async (tx, { workplace_id }) => {
          if (workplace_id !== undefined) await enqueue(tx, judgeQuota, { workplace_id })
        },
      },
    },
    'store.orders_changed_remotely': { 'read the orders': { within: markPending } },
  },
}
