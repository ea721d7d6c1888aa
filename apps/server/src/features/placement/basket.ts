import type { BasketQuote, SupplyLine } from '@omni/connectors/suppliers/supply-order.ts'
import type { PlaceProblem } from '@omni/contracts/placement.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { Minor } from '@omni/domain/money.ts'
import type { Ioss } from '@omni/domain/order-settings/order-settings.ts'
import type { AddressAsk } from '@omni/domain/orders/supplier-address.ts'
import { chooseMethod, type MethodChoice, type Preference } from '@omni/domain/placement/choose-method.ts'

/** The lines of one order that one supplier delivers, as a plan and a supplier order keep them. */
export interface Basket {
  source: Source
  country_code: string
  ship_from: string
  /** A message to the supplier. */
  note?: string
  lines: BasketLine[]
  /** What the supplier wants for it now. Null: not asked yet, or it could not say. */
  quote: BasketQuote | null
  method: string | null
  because: MethodChoice<never>['because'] | null
  runner_up: string | null
  problem: PlaceProblem | null
  /** How import tax is declared with it. Absent: it is not. */
  ioss?: Ioss
  /** By its supplier's own list. Absent: as the customer wrote them. */
  place?: { province: string; city: string }
  /** What a person has to fill in first. */
  asks?: AddressAsk[]
}

export interface BasketLine extends SupplyLine {
  line_id: string
  component: number
  title: string
  image: string | null
}

/** What was chosen. */
export const methodOf = ({ quote, method }: Basket) => quote?.methods.find((one) => one.method === method) ?? null

/** What the basket costs, shipping included. Null: not known. */
export function totalOf(basket: Basket): Minor | null {
  const method = methodOf(basket)
  return basket.quote && method ? basket.quote.items_total + basket.quote.charges + method.amount : null
}

/** `wanted`: methods that a person or a setting named. */
export function withMethod(basket: Basket, prefer: Preference, wanted: readonly string[] = []): Basket {
  const choice = chooseMethod(basket.quote?.methods ?? [], prefer, wanted)
  if (!choice) return { ...basket, method: null, because: null, runner_up: null }
  const { chosen, because, runner_up } = choice
  return { ...basket, method: chosen.method, because, runner_up: runner_up?.method ?? null }
}
