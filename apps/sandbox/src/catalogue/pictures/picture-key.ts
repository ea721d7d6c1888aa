import type { Offer } from '../shapes.ts'

/** Everything a picture is composed from; written into its address, so that the picture host needs no catalogue. */
export interface PictureKey {
  /** Code points of the object, as its file is called. */
  emoji: string
  good: number
  seller: number
  /** Which picture of the listing: 0 is the main one; 20 and up are buyers' own. */
  index: number
  /** Of a variant; '' = the colours it came with. */
  colour: string
}

const KEY = /^([0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,7})_(\d{1,7})_(\d{1,6})_(\d{1,2})(?:_([a-z]{3,9}))?$/

export const writeKey = ({ emoji, good, seller, index, colour }: PictureKey): string =>
  [emoji, good, seller, index, ...(colour ? [colour.toLowerCase()] : [])].join('_')

export function readKey(text: string): PictureKey | null {
  const [, emoji, good, seller, index, colour = ''] = KEY.exec(text) ?? []
  if (emoji === undefined) return null
  return { emoji, good: Number(good), seller: Number(seller), index: Number(index), colour }
}

export const codePoints = (emoji: string) => [...emoji].map((char) => char.codePointAt(0)?.toString(16) ?? '').join('-')

export const keyOf = ({ good, seller }: Offer, index: number, colour = ''): PictureKey => ({
  emoji: codePoints(good.kind.emoji),
  good: good.number,
  seller: seller.number,
  index,
  colour,
})

const url = (publicUrl: string, offer: Offer, index: number, colour = '') =>
  `${publicUrl}/pictures/${writeKey(keyOf(offer, index, colour))}.webp`

export const picturesOf = (publicUrl: string, offer: Offer): string[] =>
  Array.from({ length: offer.pictures }, (_, index) => url(publicUrl, offer, index))

/** Of one choice; none where the listing has no pictures at all. */
export const variantPicture = (publicUrl: string, offer: Offer, colour: string | null): string | null =>
  offer.pictures === 0 ? null : url(publicUrl, offer, 0, colour ?? '')

export const FIRST_BUYER_PICTURE = 20

export const reviewPictures = (
  publicUrl: string,
  offer: Offer,
  review: { number: number; pictures: number },
): string[] =>
  Array.from({ length: review.pictures }, (_, i) =>
    url(publicUrl, offer, FIRST_BUYER_PICTURE + ((review.number * 3 + i) % 70)),
  )
