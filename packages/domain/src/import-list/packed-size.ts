/** What a product weighs and measures by its own facts, as suppliers write them. */
import type { PackedSize } from '../channels/listing-details.ts'

type Facts = readonly { name: string; value: string }[]

const names = (list: string) => list.split(',').map((name) => name.normalize('NFC'))
/** What is packed first: that is what is sent. */
const WEIGHTS = [
  names(
    'package weight,packing weight,gross weight,shipping weight,bruttogewicht,poids brut,peso lordo,peso bruto,毛重',
  ),
  names('item weight,product weight,weight,net weight,artikelgewicht,gewicht,poids,peso,重量,الوزن'),
]
const SIZES = [
  names('package size,package dimensions,packing size,shipping dimensions,paketmaße,verpackungsgröße,包装尺寸'),
  names(
    'item dimensions,product dimensions,dimensions,produktabmessungen,abmessungen,dimensiones,dimensioni,afmetingen',
  ),
]
const GRAMS: Record<string, number> = { g: 1, gram: 1, grams: 1, kg: 1000, oz: 28.349_5, lb: 453.592, lbs: 453.592 }
const CENTIMETRES: Record<string, number> = { mm: 0.1, cm: 1, m: 100, in: 2.54, inch: 2.54, inches: 2.54 }
const FIGURE = String.raw`(\d{1,6}(?:[.,]\d{1,3})?)`
const WEIGHT = new RegExp(`^${FIGURE}\\s*(${Object.keys(GRAMS).join('|')})\\.?$`, 'i')
const BY = String.raw`\s*(?:cm|mm|m|in)?\s*[x×*]\s*`
const SIZE = new RegExp(`^${FIGURE}${BY}${FIGURE}${BY}${FIGURE}\\s*(${Object.keys(CENTIMETRES).join('|')})\\.?$`, 'i')

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
const figure = (text = '') => Number(text.replace(',', '.'))

/** The first fact of the first kind that can be read. */
function find<T>(facts: Facts, kinds: readonly string[][], read: (value: string) => T | null): T | null {
  for (const kind of kinds)
    for (const { name, value } of facts) {
      const found = kind.includes(plain(name).toLowerCase()) ? read(plain(value)) : null
      if (found !== null) return found
    }
  return null
}

/** In grams; null: it is not said in a form that can be trusted. */
export const weightIn = (facts: Facts): number | null =>
  find(facts, WEIGHTS, (value) => {
    const [, amount, unit = ''] = WEIGHT.exec(value) ?? []
    const grams = Math.round(figure(amount) * (GRAMS[unit.toLowerCase()] ?? 0))
    return grams > 0 ? grams : null
  })

/** Rounded up: a parcel is not smaller than what is in it. */
export const sizeIn = (facts: Facts): Omit<PackedSize, 'weight_g'> | null =>
  find(facts, SIZES, (value) => {
    const [, length, width, height, unit = ''] = SIZE.exec(value) ?? []
    const to = (text: string | undefined) => Math.ceil(figure(text) * (CENTIMETRES[unit.toLowerCase()] ?? 0))
    const size = { length_cm: to(length), width_cm: to(width), height_cm: to(height) }
    return Object.values(size).every((side) => side > 0) ? size : null
  })
