/** Schema pieces for vendors who send 12, "12", "12%" or nothing at all for the same field. */
import { z } from 'zod'

/** An id or a word; a number becomes its text. */
export const text = z.union([z.string(), z.number()]).transform(String)
export const maybeText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === '' ? undefined : String(value)))

/** A figure in digits or words: 4.8, "4.8", "96.5%", "10,000+", "5K+ sold". Nothing readable is null. */
export const figure = z.unknown().optional().transform(readFigure)
export const wholeFigure = z
  .unknown()
  .optional()
  .transform((value) => {
    const read = readFigure(value)
    return read === null ? null : Math.max(0, Math.round(read))
  })

const UNITS: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9, 万: 1e4 }

function readFigure(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const found = /(-?\d[\d,]*(?:\.\d+)?|-?\.\d+)\s*([KMB万])?(?![A-Za-z])/i.exec(value)
  if (!found) return null
  // "3,7K+": a single comma without three digits behind it begins decimals.
  const digits = (found[1] ?? '').replace(/^(-?\d+),(\d{1,2})$/, '$1.$2').replaceAll(',', '')
  return Number(digits) * (UNITS[(found[2] ?? '').toUpperCase()] ?? 1)
}

/** Absent, null and [] are the same: nothing. */
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

/**
 * A price as it came: a number, "8.13" or a range "8.13-10.00". Read it with `readPrice`.
 * @public of docs/write-a-supplier.md
 */
export const price = z.union([z.number(), z.string()])
export const maybePrice = price.nullish().transform((value) => (value === '' || value == null ? undefined : value))

const SECONDS_UNTIL = 1e11 // as milliseconds that is 1973: no vendor means it

/** A moment as ISO text, "2024-05-06 07:08:09", milliseconds or seconds; unreadable is null. */
export const moment = z
  .unknown()
  .optional()
  .transform((value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return null
    const count = typeof value === 'number' || /^\d{10,}$/.test(value) ? Number(value) : null
    const date = new Date(count === null ? value : count < SECONDS_UNTIL ? count * 1000 : count)
    return Number.isNaN(date.getTime()) ? null : date
  })
