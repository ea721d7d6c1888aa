/**
 * The delivery that a page shows, as its state keeps it: `delivery.shippingDetail` beside `goods`. Texts for people and
 * no figures: "$2.99 or ", "free (orders >= $30.00)", "11-14 business days", in the language of the page.
 */
import { z } from 'zod'
import { readPriceRange } from '../amounts.ts'
import { parts } from '../../rows.ts'
import { maybeText } from '../tolerant.ts'

const Texts = parts(z.object({ text: maybeText }))
const Detail = z.object({
  name: maybeText,
  table: z
    .object({ costsValue: parts(z.object({ ladderContent: Texts })), deliveryTimeValue: Texts })
    .nullish()
    .catch(null),
})
export const Delivery = parts(Detail)

/** A way of delivery as a person sees it: the country and the warehouse are the page's, where nobody names them. */
export interface ShownService {
  name?: string | undefined
  price?: string | number | undefined
  minDays: number | null
  maxDays: number | null
  country?: string | undefined
  shipFrom?: string | undefined
}

const FREE = /\bfree\b|gr[aá]tis|gratuit|kostenlos|免费|مجان/i
const DAYS = /(\d+)\D+(\d+)|(\d+)/

const joined = (texts: z.output<typeof Texts>) => texts.flatMap(({ text }) => text ?? [])

/** What one small order pays. "Free from $30 on" is no price of it, and alone it tells none. */
function costOf(texts: readonly string[], currency: string): string | undefined {
  const paid = texts.find((text) => !FREE.test(text) && readPriceRange(text, currency) !== undefined)
  if (paid !== undefined) return paid
  return texts.some((text) => FREE.test(text)) && !texts.some((text) => /\d/.test(text)) ? '0' : undefined
}

export const readDelivery = (delivery: z.output<typeof Delivery>, currency: string): ShownService[] =>
  delivery.flatMap(({ name, table }) => {
    const price = costOf(table?.costsValue.flatMap(({ ladderContent }) => joined(ladderContent)) ?? [], currency)
    if (price === undefined) return []
    const [, from, to, only] = DAYS.exec(joined(table?.deliveryTimeValue ?? []).join(' ')) ?? []
    const [min, max] = [from ?? only, to ?? only].map((days) => (days === undefined ? null : Number(days)))
    return [{ name, price, minDays: min ?? null, maxDays: max ?? null }]
  })
