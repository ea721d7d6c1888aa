import { RoaringBitmap32 } from 'roaring-wasm'

/** The slots of one tag. New ones wait in a list: a call into wasm for each of eighty million would take a minute. */
export interface Tag {
  slots: RoaringBitmap32
  fresh: Uint32Array
  /** How many wait. */
  waiting: number
  /** Its number among the choices of filters. */
  choice: number | null
}

const FRESH = 128
const TAGS_A_BLOCK = 1024

/**
 * Lists that grow are garbage, and collecting that of a million products kept the thread. These have their full length
 * from the start, many of them in one block.
 */
export function tagMaker(): (choice: number | null) => Tag {
  let [block, made] = [new Uint32Array(0), 0]
  return (choice) => {
    const from = (made++ % TAGS_A_BLOCK) * FRESH
    if (from === 0) block = new Uint32Array(TAGS_A_BLOCK * FRESH)
    return { slots: new RoaringBitmap32(), fresh: block.subarray(from, from + FRESH), waiting: 0, choice }
  }
}

export function addTo(tag: Tag, slot: number): void {
  tag.fresh[tag.waiting++] = slot
  if (tag.waiting === FRESH) settled(tag)
}

/** With all that waited. */
export function settled(tag: Tag): RoaringBitmap32 {
  if (tag.waiting > 0) tag.slots.addMany(tag.fresh.subarray(0, tag.waiting))
  tag.waiting = 0
  return tag.slots
}
