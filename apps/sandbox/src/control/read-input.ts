import { z } from 'zod'

/** Refused input: answered with its sentence, never a 500. */
export class BadInput extends Error {
  readonly statusCode: number
  constructor(message: string, statusCode = 400) {
    super(message)
    this.statusCode = statusCode
  }
}

export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const says = parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
  throw new BadInput(says.slice(0, 5).join('; '))
}

/** Query text that reaches SQL: PostgreSQL refuses NUL, which would turn bad input into a server error. */
export const plainText = z
  .string()
  .max(320)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must be plain text')
