import { RoaringBitmap32 } from 'roaring-wasm'

/** The slots of one tag. New ones wait in a list: a call into wasm for each of eighty million would take a minute. */
export interface Tag {
  slots: RoaringBitmap32
  fresh: number[]
  /** Its number among the choices of filters. */
  choice: number | null
}

const FRESH = 128
const batch = new Uint32Array(FRESH)

export function addTo(tag: Tag, slot: number): void {
  if (tag.fresh.push(slot) === FRESH) settled(tag)
}

/** With all that waited. */
export function settled({ slots, fresh }: Tag): RoaringBitmap32 {
  if (fresh.length === 0) return slots
  batch.set(fresh)
  slots.addMany(batch.subarray(0, fresh.length))
  fresh.length = 0
  return slots
}

export const newTag = (choice: number | null): Tag => ({ slots: new RoaringBitmap32(), fresh: [], choice })
