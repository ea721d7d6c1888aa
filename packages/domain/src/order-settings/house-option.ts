/** Orders spec §2: whether orders are matched to the house supplier, and what a workplace saw before it said so. */
import { HOUSE_SOURCE_ID } from '../vendors/manifest.ts'

/** The first: a line that the house supplier has goes there. `origin`: suppliers stay as they are. */
export const FULFILMENT_OPTIONS = [HOUSE_SOURCE_ID, 'origin'] as const
export type FulfilmentOption = (typeof FULFILMENT_OPTIONS)[number]

/** In this order: the offer was seen, it was opened, it was answered. */
const FULFILMENT_STEPS = ['view', 'interact', 'confirm'] as const
export type FulfilmentStep = (typeof FULFILMENT_STEPS)[number]
