/** Variants of a listing, in batches that follow the shop's speed. */
import type { ListingVariant } from '@omni/domain/channels/document.ts'
import type { z } from 'zod'
import type { KnownPictures, VariantsUpdate } from '../channel.ts'
import { type BatchPace, paceOfShop } from './batch-pace.ts'
import { send, type WooWriteCall } from './client.ts'
import { isNothingDone } from './errors.ts'
import { toNewSold, toSoldFields, toVariationAttributes, variationAttributes } from './map.ts'
import { isFailed, VariationBatch } from './schemas.ts'
import { findHolder, takenMessage } from './taken-skus.ts'
import { asChain, current, isGone, type Outcome, put, refused, ROOM_MS, step, TAKEN, unknown } from './write-steps.ts'

const variationsPath = (id: number | string) => `/wc/v3/products/${id}/variations/batch`

export const newVariation = (
  variant: ListingVariant,
  options: readonly { name: string; id?: number }[],
  pictures: KnownPictures,
  call: WooWriteCall,
) => {
  const picture = variant.picture_key === null ? undefined : pictures[variant.picture_key]
  return {
    ...toNewSold(variant, call.credentials),
    attributes: toVariationAttributes(options, variant.option_values),
    ...(picture !== undefined && { image: { id: Number(picture) } }),
  }
}

/** Whether one more batch is expected to end in time. What has no room is left to a write of its own. */
export const hasRoom = (began: number, pace: BatchPace, left: number): boolean =>
  performance.now() - began + pace.expected_ms(Math.min(left, pace.size())) < ROOM_MS

interface BatchBody {
  create: object[]
  update: object[]
  delete: number[]
}

/** One batch, measured: a shop that takes longer gets smaller ones. */
export async function sendBatch(call: WooWriteCall, product: number | string, body: BatchBody, takes = step) {
  const pace = paceOfShop(call.credentials.base)
  const items = body.create.length + body.update.length + body.delete.length
  const began = performance.now()
  const sent = await takes(call, { method: 'POST', path: variationsPath(product), body }, VariationBatch)
  if (sent.outcome === 'done' || sent.outcome === 'unknown') pace.took(items, performance.now() - began)
  return sent
}

type ItemError = Extract<z.output<typeof VariationBatch>['create'][number], { error: unknown }>['error']

/** A variant that was refused, with the SKU and who has it where that is why. */
export async function explainItem(call: WooWriteCall, key: string, sku: string, { code, message }: ItemError) {
  if (code !== TAKEN) return refused(code, message)
  const holder = await findHolder(call, key, [sku]).catch(() => null)
  return refused(code, holder ? takenMessage(holder) : `${message} (${sku})`)
}

export async function updateVariants(given: WooWriteCall, input: VariantsUpdate): Promise<Outcome> {
  const call = asChain(given)
  const { remote, known_pictures } = input
  const itself = remote.variants.find(({ remote_variant_id }) => remote_variant_id === remote.remote_id)
  if (itself) {
    const [only] = input.update
    if (input.create.length > 0 || input.remove.length > 0 || input.update.length !== 1 || !only)
      return refused('not_variable', 'a product without options has one variant')
    return put(call, remote.remote_id, toSoldFields(only.fields, itself, call.credentials))
  }
  let options: readonly { name: string; id?: number }[] = remote.options
  if (input.create.length > 0 || input.update.some(({ fields }) => fields.option_values)) {
    const product = await current(call, remote.remote_id)
    if (typeof product === 'string') return { outcome: 'not_sent', reason: product }
    if (!product) return refused('woocommerce_rest_product_invalid_id', 'the product is no longer there')
    options = variationAttributes(product)
  }
  const before = new Map(remote.variants.map((variant) => [variant.remote_variant_id, variant]))
  const update = input.update.map(({ remote_variant_id, fields }) => {
    const { option_values, picture_key } = fields
    const picture = picture_key == null ? undefined : known_pictures[picture_key]
    return {
      id: Number(remote_variant_id),
      ...toSoldFields(fields, before.get(remote_variant_id), call.credentials),
      ...(option_values && { attributes: toVariationAttributes(options, option_values) }),
      ...(picture !== undefined && { image: { id: Number(picture) } }),
      ...(picture_key === null && { image: '' }),
    }
  })
  const create = input.create.map((variant) => newVariation(variant, options, known_pictures, call))
  return sendInBatches(call, input, { create, update, delete: input.remove.map(Number) })
}

/** As many batches as there is time for. What is left is named by its option values, and sent by a write of its own. */
async function sendInBatches(call: WooWriteCall, input: VariantsUpdate, body: BatchBody): Promise<Outcome> {
  const { remote_id } = input.remote
  const began = performance.now()
  const pace = paceOfShop(call.credentials.base)
  const items = namedItems(input, body)
  let at = 0
  while (at < items.length && (at === 0 || hasRoom(began, pace, items.length - at))) {
    const some = items.slice(at, at + pace.size())
    const part: BatchBody = {
      create: some.flatMap(({ create }) => create ?? []),
      update: some.flatMap(({ update }) => update ?? []),
      delete: some.flatMap(({ remove }) => remove ?? []),
    }
    const sent = await sendBatch(call, remote_id, part, at === 0 ? send : step)
    const judged = sent.outcome === 'done' ? await judgeBatch(call, input, part, some, sent.reply) : sent
    if (judged.outcome !== 'done')
      return at === 0 || judged.outcome === 'unknown' ? judged : unknown(`some variants of ${remote_id} were not sent`)
    at += some.length
  }
  const left_out = items.slice(at).map(({ option_values }) => option_values)
  return { outcome: 'done', reply: { remote_id, listing: null, left_out } }
}

interface NamedItem {
  option_values: readonly string[]
  sku: string
  create?: object
  update?: object
  remove?: number
}

/** Removals first: what they free may be wanted by another variant. */
function namedItems({ remote, ...input }: VariantsUpdate, body: BatchBody): NamedItem[] {
  const there = new Map(remote.variants.map((variant) => [variant.remote_variant_id, variant]))
  const named = (id: string) => {
    const { option_values = [], sku = '' } = there.get(id) ?? {}
    return { option_values, sku }
  }
  return [
    ...body.delete.map((remove) => ({ ...named(String(remove)), remove })),
    ...body.update.map((update, i) => {
      const { remote_variant_id = '', fields } = input.update[i] ?? {}
      const { option_values, sku } = named(remote_variant_id)
      return { option_values: fields?.option_values ?? option_values, sku: fields?.sku ?? sku, update }
    }),
    ...body.create.map((create, i) => {
      const { option_values = [], sku = '' } = input.create[i] ?? {}
      return { option_values, sku, create }
    }),
  ]
}

/** Each item has an answer of its own, in the order they were sent. */
async function judgeBatch(
  call: WooWriteCall,
  { remote }: VariantsUpdate,
  asked: BatchBody,
  items: readonly NamedItem[],
  { create, update, delete: removed }: z.output<typeof VariationBatch>,
): Promise<Outcome> {
  const lost = create.length !== asked.create.length || update.length !== asked.update.length
  if (lost || removed.length !== asked.delete.length) return unknown('the reply does not name every variant')
  // What is to be removed and is not there, is removed.
  const answers = [...removed.filter((item) => !isFailed(item) || !isGone(item.error.code)), ...update, ...create]
  const failed = answers.filter(isFailed)
  const [first] = failed
  const { remote_id } = remote
  if (!first) return { outcome: 'done', reply: { remote_id, listing: null } }
  const { code, message } = first.error
  if (failed.length < answers.length || !isNothingDone(code))
    return unknown(`${failed.length} variants: ${code} ${message}`)
  const { sku = '' } = items[items.length - answers.length + answers.indexOf(first)] ?? {}
  return explainItem(call, remote.key ?? '', sku, first.error)
}
