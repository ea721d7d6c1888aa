import { z } from 'zod'
import { refuse } from './envelope.ts'

export const country = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters')

export function read<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw refuse('invalid', parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
}
