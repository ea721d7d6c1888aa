import { EMAIL_PATTERN } from '@omni/domain/patterns.ts'
import { LANGUAGES } from '@omni/domain/languages.ts'
import { z } from 'zod'

/** Field shapes several areas share, each defined once. Every text has a length, so no call takes an unbounded one. */
export const Id = z.uuid()
export const Text = z.string().trim().max(500)
export const LongText = z.string().max(10_000)
export const Email = z.string().trim().toLowerCase().max(254).regex(EMAIL_PATTERN, { error: 'email' })
export const Password = z.string().min(1).max(1024)
export const Name = z.string().trim().min(1).max(80)
export const Language = z.enum(LANGUAGES.map((language) => language.code))
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/)
export const Timezone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_+\-/]+$/)
export const MetaKey = z
  .string()
  .max(60)
  .regex(/^[A-Z][A-Z0-9_]*$/)
export const Timestamp = z.string()
export const Nothing = z.null()
/** What clients report for the operator: any JSON object, bounded by the body limit, so its calls have a `small` body. */
export const Report = z.record(z.string().max(100), z.json())

/** A switch in a body, or in a query where it is a word. */
export const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** One value or several, in a query: `source=a&source=b`. */
export const several = <T extends z.ZodType>(item: T, max: number) =>
  z.union([z.array(item).max(max), item.transform((one) => [one])]).optional()
