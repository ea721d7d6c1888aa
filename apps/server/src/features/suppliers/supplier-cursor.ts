import { refuse } from '../../platform/refuse.ts'

export const badCursor = () => refuse('invalid.cursor', {}, { field: 'cursor' })

export function readCursor(cursor: string | undefined): string[] | null {
  if (cursor === undefined) return null
  const parts = Buffer.from(cursor, 'base64url').toString().split('\u0001')
  if (parts.length !== 3 || parts.some((part) => part.includes('\0'))) throw badCursor()
  return parts
}

export const writeCursor = (...parts: string[]) => Buffer.from(parts.join('\u0001')).toString('base64url')
