import { same } from '@omni/domain/products/changes.ts'

interface Change {
  revision: number
  fields: readonly { field: string; before: unknown; after: unknown }[]
  total: number
}

/**
 * What going back before these changes would do: from the newest value of each field to the one before the oldest
 * change.
 */
export function wouldChange(later: readonly Change[]): {
  fields: { field: string; before: unknown; after: unknown }[]
  /** In changes too long to be listed. */ hidden: number
} {
  const found = new Map<string, { before: unknown; after: unknown }>()
  const newestFirst = [...later].sort((a, b) => b.revision - a.revision)
  for (const { fields } of newestFirst) {
    for (const { field, before, after } of fields)
      found.set(field, { before: found.get(field)?.before ?? after, after: before })
  }
  return {
    fields: [...found]
      .filter(([, { before, after }]) => !same(before, after))
      .map(([field, values]) => ({ field, ...values })),
    hidden: later.reduce((sum, { fields, total }) => sum + Math.max(0, total - fields.length), 0),
  }
}
