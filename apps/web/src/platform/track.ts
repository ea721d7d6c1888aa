/**
 * Foundation spec §7 and §9: what a seller does is told to `/log/*` and `/products/interactions`, and to the data layer
 * of an operator who set one. Nobody waits for it and nothing depends on it.
 */
import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { send } from './client.ts'

/** §9 names the families upgrade_*, click_*, sign_* and ec_*; spec: not shown which belong to them. */
export type TrackedEvent =
  | 'sign_up'
  | 'sign_in'
  | 'sign_out'
  | 'click_try_now'
  | 'click_keep_account'
  | 'click_help'
  | 'upgrade_shown'
  | 'upgrade_see_plans'
  | 'upgrade_choose_plan'
  | 'upgrade_keep_free'
  | 'ec_import'
  | 'ec_map'
  | 'ec_push'
  | 'ec_connect'
  | 'ec_place'

type Data = Record<string, string | number | boolean | null>

/** The name of a global list, as tag managers keep one. */
const DATA_LAYER = import.meta.env.VITE_DATA_LAYER ?? ''

export function track(event: TrackedEvent, data: Data = {}) {
  void send(telemetryCalls.logEvents, { event_name: event, event_data: data, url: window.location.pathname })
  if (DATA_LAYER === '') return
  const globals = window as unknown as Record<string, unknown[] | undefined> // a list of the operator's own
  ;(globals[DATA_LAYER] ??= []).push({ event, ...data })
}

interface Product {
  source: string
  source_product_id: string
}

/** A look at a product, or something done with it. `status`: 1 it worked, 0 it did not. */
export function trackProduct(interaction: 'detail' | 'import' | 'map', product: Product, data: Data = {}) {
  const { source, source_product_id } = product
  void send(telemetryCalls.logProductInteraction, { source, product_id: source_product_id, interaction, data })
  if (interaction !== 'detail') track(`ec_${interaction}`, { source, product_id: source_product_id, ...data })
}

/** Something done in a store or with an order. */
export function trackAction(action: 'push' | 'connect' | 'place', data: Data = {}) {
  void send(telemetryCalls.logUserAction, { action, url: window.location.pathname, data })
  track(`ec_${action}`, data)
}
