/**
 * Catalogs know items, not products: each variant is an item, and those of one product name the same group. What both
 * such channels do alike stands here.
 */
import type { ListingDocument, ListingPicture, RemotePicture } from '@omni/domain/channels/document.ts'
import { variantKey } from '@omni/domain/channels/fields.ts'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { rowsAndRest } from '../rows.ts'
import type { KnownPictures } from './channel.ts'

/** An item that belongs to no group is a listing of its own. */
const ALONE = 'item:'
export const groupOf = (group: string, item_id: string): string => (group === '' ? ALONE + item_id : group)

/**
 * Items of a page. One that cannot be read may still say whose it is: `broken` are groups that would show a variant less
 * than they have.
 */
export const itemRows = <I extends z.ZodType>(item: I, group: z.ZodType<string>) =>
  rowsAndRest(item).transform(({ items, rest }) => ({
    items,
    broken: rest.flatMap((one) => group.safeParse(one).data ?? []),
  }))

/** What a listing's id says: the group's name, or the one item's. */
export const placeOfListing = (remote_id: string): { group: string } | { item: string } =>
  remote_id.startsWith(ALONE) ? { item: remote_id.slice(ALONE.length) } : { group: remote_id }

const OUR_KEY = /^om[0-9a-z]+(-\d+)?$/

/** A group is ours when it is named by a key of ours, and one of its items by that key. */
export const keyOfGroup = (remote_id: string, item_ids: readonly string[]): string | null =>
  OUR_KEY.test(remote_id) && item_ids.some((id) => id.startsWith(`${remote_id}-`)) ? remote_id : null

/**
 * The name of a variant's item. The same variant has the same name in every try, so a repeated create meets the first
 * one. `taken`: a variant that was renamed keeps its name, and a new one with its old options needs another.
 */
export function itemId(key: string, option_values: readonly string[], taken: ReadonlySet<string>): string {
  const name = `${key}-${createHash('sha256').update(variantKey(option_values)).digest('hex').slice(0, 8)}`
  for (let no = 2, free = name; ; no++) {
    if (!taken.has(free)) return free
    free = `${name}-${no}`
  }
}

/** Our name of a picture goes with its address, so that it is known again when a reply is lost. */
const KEY_PARAM = 'omni'

export function pictureAddress(picture: ListingPicture | { remote_picture_id: string }, known: KnownPictures): string {
  if ('remote_picture_id' in picture) return picture.remote_picture_id
  const before = known[picture.picture_key]
  if (before !== undefined) return before
  const url = URL.parse(picture.url)
  if (!url) return picture.url
  url.searchParams.set(KEY_PARAM, picture.picture_key)
  return url.href
}

const fileNameOf = (address: string): string => {
  const url = URL.parse(address)
  return url?.searchParams.get(KEY_PARAM) ?? (url?.pathname.split('/').at(-1) || address)
}

/** `problem`: why the channel could not take it. */
export const toPicture = (address: string, problem: string | null): RemotePicture => ({
  remote_picture_id: address,
  url: address,
  file_name: fileNameOf(address),
  alt: '',
  ...(problem !== null && { problem }),
})

/** An item's pictures: its own first, then the others of the product in their order. */
export function itemPictures(all: readonly string[], own: string | undefined): string[] {
  const main = own !== undefined && all.includes(own) ? own : all[0]
  return main === undefined ? [] : [main, ...all.filter((one) => one !== main)]
}

/**
 * The product's pictures in their order, from what its items show. Each item lacks the place of its own picture, and
 * tells that of all others; where no other item knows it, it is the first one.
 */
export function picturesInOrder(items: readonly (readonly string[])[]): string[] {
  const [first = []] = items
  const [main, ...order] = first
  const others = items.map((one) => one.slice(1))
  const insert = (address: string) => {
    // Behind everything that stands before it in any list.
    const before = others.flatMap((one) => one.slice(0, Math.max(0, one.indexOf(address))))
    order.splice(Math.max(...before.map((one) => order.indexOf(one)), -1) + 1, 0, address)
  }
  if (main !== undefined && !order.includes(main)) insert(main)
  for (const address of new Set(items.flat())) if (!order.includes(address)) insert(address)
  return [...new Set(order)]
}

/** Options that catalogs have a field for, by the names sellers give them. */
const OWN_FIELDS: Record<string, 'color' | 'size' | 'material' | 'pattern'> = {
  color: 'color',
  colour: 'color',
  size: 'size',
  material: 'material',
  pattern: 'pattern',
}

export interface ItemOptions {
  fields: Partial<Record<'color' | 'size' | 'material' | 'pattern', string>>
  others: Record<string, string>
}

export function toItemOptions(names: readonly string[], values: readonly string[]): ItemOptions {
  const options: ItemOptions = { fields: {}, others: {} }
  names.forEach((name, at) => {
    const field = OWN_FIELDS[name.trim().toLowerCase()]
    const value = values[at] ?? ''
    if (field && options.fields[field] === undefined) options.fields[field] = value
    else options.others[name] = value
  })
  return options
}

/** The value of an option as an item shows it. */
export function valueOfOption(name: string, { fields, others }: ItemOptions): string {
  const field = OWN_FIELDS[name.trim().toLowerCase()]
  return others[name] ?? (field === undefined ? undefined : fields[field]) ?? ''
}

const SHOWN_NAMES = { color: 'Color', size: 'Size', material: 'Material', pattern: 'Pattern' } as const

/** The names of a group's options where we did not write them down: whatever differs from item to item. */
export function guessOptionNames(items: readonly ItemOptions[]): string[] {
  const fields = (['color', 'size', 'material', 'pattern'] as const).filter(
    (field) => new Set(items.map((item) => item.fields[field] ?? '')).size > 1,
  )
  const others = new Set(items.flatMap((item) => Object.keys(item.others)))
  return [...fields.map((field) => SHOWN_NAMES[field]), ...others]
}

export const optionsOf = (
  names: readonly string[],
  values: readonly (readonly string[])[],
): ListingDocument['options'] =>
  names.map((name, at) => ({ name, values: [...new Set(values.map((tuple) => tuple[at] ?? ''))] }))

/** Catalogs want a text besides the description's HTML. */
export const plainDescription = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
