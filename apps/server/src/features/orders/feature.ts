import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { enqueue } from '../../platform/jobs.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { countOrderStatus } from './count-order-status.ts'
import { createOrder } from './create-order.ts'
import { getLogs, getOrderLog } from './read-log.ts'
import { getOrderByStatus } from './get-order-by-status.ts'
import { getOrderDetail } from './get-order-detail.ts'
import { getOrderOnboarding } from './get-order-onboarding.ts'
import { getSectionSummary } from './get-section-summary.ts'
import { importOrderFile } from './import-order-file.ts'
import { readChangedOrders, regroupCashOrders } from './jobs.ts'
import { listOrders } from './list-orders.ts'
import { markArchive, revertOrder } from './set-archived.ts'
import { markOrder } from './mark-order.ts'
import { mergeOrder } from './merge-order.ts'
import { noteOrder } from './note-order.ts'
import { previewOrderFile } from './preview-order-file.ts'
import {
  markPending,
  readChangedOrdersJob,
  readPendingOrdersJob,
  regroupCashOrdersJob,
  replanOrdersJob,
} from './read-orders.job.ts'
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
  jobs: [readPendingOrdersJob, readChangedOrdersJob, regroupCashOrdersJob, replanOrdersJob, tagOrderJob],
  on: {
    'store.connected': { 'read its orders': (ctx, id) => ctx.db.tx((tx) => enqueue(tx, readChangedOrders, id)) },
    'order_settings.changed': {
      'look where unpaid orders stand': (ctx, id) => ctx.db.tx((tx) => enqueue(tx, regroupCashOrders, id)),
    },
    'store.orders_changed_remotely': { 'read the orders': { within: markPending } },
  },
}
