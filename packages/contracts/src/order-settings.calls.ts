import { MOST_PRICE_RISE } from '@omni/domain/order-settings/all-order-settings.ts'
import {
  IOSS_MODES,
  MAX_PRICE_LIMIT_PERCENT,
  ORDER_SOURCES,
  PAY_MODES,
  PHONE_USES,
} from '@omni/domain/order-settings/order-settings.ts'
import { PREFERENCES } from '@omni/domain/placement/choose-method.ts'
import { FULFILMENT_OPTIONS } from '@omni/domain/order-settings/house-option.ts'
import { z } from 'zod'
import { CountryCode } from './catalog.calls.ts'
import { Text, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

const MAX_COUNTRIES = 250

const Source = z.enum(ORDER_SOURCES)
const source = z.object({ source: Source })

const Settings = z.object({
  /** `*`: all other countries. */
  methods: z
    .array(z.object({ country_code: z.union([z.literal('*'), CountryCode]), method: Text.min(1).max(200) }))
    .max(MAX_COUNTRIES),
  preference: z.enum(PREFERENCES),
  warehouse: CountryCode.nullable(),
  note: z.string().trim().max(500),
  phone: z.object({ use: z.enum(PHONE_USES), number: Text.max(20) }),
  ioss: Text.max(20),
  ioss_mode: z.enum(IOSS_MODES),
  tax_ids: z.array(z.object({ country_code: CountryCode, tax_id: Text.min(1).max(50) })).max(MAX_COUNTRIES),
  account_id: Text.nullable(),
  price_limit_percent: z.number().min(0).max(MAX_PRICE_LIMIT_PERCENT),
  pay_mode: z.enum(PAY_MODES),
})

const AllOrders = z.object({
  /** Orders that the buyer pays at the door are bought before the money is there. */
  places_cod: z.boolean(),
  /** What an order has to earn at least to be bought with others, US cents; null: anything. */
  min_profit: z.int().min(-100_000_000).max(100_000_000).nullable(),
  /** By how many per cent its goods may cost more than when they were sold; null: any. */
  max_price_rise: z.int().min(0).max(MOST_PRICE_RISE).nullable(),
})

const Stored = Settings.extend({
  /** Grows with every change; 0: never changed. */
  version: z.int(),
})

const Step = z.object({ at: Timestamp, by: z.string() }).nullable()
const Fulfilment = z.object({
  fulfillment: z.enum(FULFILMENT_OPTIONS),
  viewed: Step,
  interacted: Step,
  confirmed: Step,
})

export const orderSettingsCalls = calls({
  getOrderSettings: {
    method: 'GET',
    path: '/orders/v4/settings/{source}',
    about: 'How orders at one supplier are placed: shipping method, message, phone number, who pays, limits.',
    input: source,
    data: Stored,
  },
  updateOrderSettings: {
    method: 'PUT',
    path: '/orders/v4/settings/{source}',
    about: 'Changes how orders at one supplier are placed. `version`: the one that was read.',
    input: Settings.partial().extend({ source: Source, version: z.int().min(0) }),
    data: Stored,
  },
  getAllOrderSettings: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v4/settings',
    about: 'What holds for every order, whichever supplier delivers it.',
    input: z.object({}),
    data: AllOrders,
  },
  updateAllOrderSettings: {
    // spec: not shown
    method: 'PUT',
    path: '/orders/v4/settings',
    unkeyed: 'same_again',
    about: 'Changes what holds for every order. What is left out stays.',
    input: AllOrders.partial(),
    data: AllOrders,
  },
  getShippingCountries: {
    method: 'GET',
    path: '/orders/v4/shippings/country',
    about: 'Countries that a shipping method can be chosen for; those that are sold to most come first.',
    input: z.object({}),
    data: z.object({ items: z.array(z.object({ country_code: z.string(), is_main: z.boolean() })) }),
  },
  getShippingCarriers: {
    method: 'GET',
    path: '/orders/v4/shippings/{source}/carrier',
    about: 'Shipping methods that a supplier has quoted lately, to one country or to any.',
    input: source.extend({ country_code: CountryCode.optional() }),
    data: z.object({
      items: z.array(
        z.object({
          method: z.string(),
          min_days: z.int().nullable(),
          max_days: z.int().nullable(),
          /** US cents, the cheapest that was quoted. */
          amount_from: z.int(),
          tracked: z.boolean(),
        }),
      ),
    }),
  },
  getShippingWarehouses: {
    method: 'GET',
    path: '/orders/v4/shippings/{source}/warehouse',
    about: 'Countries that a supplier sends from.',
    input: source,
    data: z.object({ items: z.array(z.object({ country_code: z.string() })) }),
  },
  getZopiFulfilment: {
    // spec: not shown; what the three calls below have set.
    method: 'GET',
    path: '/auth/account/zopi-fulfillment',
    about: 'Whether orders are matched to the house supplier, and who saw, opened and answered the offer.',
    input: z.object({}),
    data: Fulfilment,
  },
  viewZopiFulfilment: {
    method: 'PUT',
    path: '/auth/account/zopi-fulfillment/view',
    unkeyed: 'same_again',
    about: 'The offer was seen. The first time counts.',
    input: z.object({}),
    data: Fulfilment,
  },
  interactZopiFulfilment: {
    method: 'PUT',
    path: '/auth/account/zopi-fulfillment/interact',
    unkeyed: 'same_again',
    about: 'The offer was opened. The first time counts.',
    input: z.object({}),
    data: Fulfilment,
  },
  confirmZopiFulfilment: {
    method: 'PUT',
    path: '/auth/account/zopi-fulfillment/confirm',
    unkeyed: 'same_again',
    about: 'Lets orders be matched to the house supplier, or keeps the suppliers they have. The last time counts.',
    input: z.object({ fulfillment: z.enum(FULFILMENT_OPTIONS).default(FULFILMENT_OPTIONS[0]) }),
    data: Fulfilment,
  },
})
