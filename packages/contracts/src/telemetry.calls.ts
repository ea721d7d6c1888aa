import { z } from 'zod'
import { Report, Text } from './fields.ts'
import { calls } from './kernel.ts'

const Accepted = z.object({ accepted: z.boolean() })
const Event = z.object({
  user_data: Report.optional(),
  url: z.string().max(2000).optional(),
  event_name: Text.min(1),
  event_data: Report.optional(),
})

/** Foundation spec §7, logging: stored for the operator, never read back by a seller. */
export const telemetryCalls = calls({
  logEvents: {
    method: 'POST',
    path: '/log/events',
    access: 'public',
    about: 'An analytics event.',
    input: Event,
    data: Accepted,
  },
  logAttributes: {
    method: 'POST',
    path: '/log/attributes',
    access: 'user',
    unkeyed: 'telemetry',
    about: 'Attributes of the account for analytics.',
    input: z.object({ attributes: Report }),
    data: Accepted,
  },
  logUserAction: {
    method: 'POST',
    path: '/log/user_action',
    access: 'user',
    unkeyed: 'telemetry',
    about: 'Something the seller did.',
    input: z.object({ action: Text.min(1), url: z.string().max(2000).optional(), data: Report.optional() }),
    data: Accepted,
  },
  logVitals: {
    method: 'POST',
    path: '/log/vitals',
    access: 'public',
    about: 'A web vital past its threshold; others are not kept.',
    input: z.object({
      name: z.enum(['LCP', 'CLS', 'INP']),
      value: z.number().min(0).max(1e9),
      url: z.string().max(2000).optional(),
    }),
    data: Accepted,
  },
  logProductInteraction: {
    method: 'POST',
    path: '/products/interactions',
    access: 'user',
    unkeyed: 'telemetry',
    about: 'A look at, or a click on, a product.',
    input: z.object({
      source: Text.optional(),
      product_id: Text.min(1),
      interaction: Text.min(1),
      data: Report.optional(),
    }),
    data: Accepted,
  },
  logPlaceOrderError: {
    method: 'POST',
    path: '/orders/place-order-error',
    access: 'user',
    unkeyed: 'telemetry',
    about: 'An error met while placing an order.',
    input: z.object({
      order_id: Text.optional(),
      message: z.string().trim().min(1).max(5000),
      data: Report.optional(),
    }),
    data: Accepted,
  },
  recordView: {
    method: 'POST',
    path: '/core/account/views',
    access: 'user',
    unkeyed: 'telemetry',
    about: 'A page view, kept for the operator.',
    input: z.object({ page: Text.optional(), view: Text.optional(), data: Report.optional() }),
    data: Accepted,
  },
  recordTimeOnPage: {
    method: 'POST',
    path: '/core/account/tracking-on-page',
    access: 'user',
    unkeyed: 'telemetry',
    about: 'Time spent on a page, kept for the operator.',
    input: z.object({ shopify_plan: Text.optional(), time: z.number().min(0).max(86_400_000), page: Text.optional() }),
    data: Accepted,
  },
  recordMvpSubscribed: {
    method: 'POST',
    path: '/core/mvp/subscribed',
    access: 'user',
    about: 'Interest in a trial feature.',
    input: z.object({ mvp: Text.min(1), data: Report.optional() }),
    data: Accepted,
  },
  recordMvpInteracted: {
    method: 'POST',
    path: '/core/mvp/interacted',
    access: 'user',
    about: 'Use of a trial feature.',
    input: z.object({ mvp: Text.min(1), data: Report.optional() }),
    data: Accepted,
  },
  recordMvpFeedback: {
    method: 'POST',
    path: '/core/mvp/feedback',
    access: 'user',
    about: 'Feedback on a trial feature.',
    input: z.object({ mvp: Text.min(1), feedback: z.string().trim().min(1).max(5000), data: Report.optional() }),
    data: Accepted,
  },
})
