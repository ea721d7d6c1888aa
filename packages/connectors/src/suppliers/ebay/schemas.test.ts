import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as schemas from './schemas.ts'

interface Schema {
  $ref?: string
  type?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

// eBay's document is eBay's: it is not part of the project, and whoever has a copy names its folder.
const folder =
  process.env['VENDOR_SCHEMAS'] ?? fileURLToPath(new URL('../../../../../../shared/vendors/schemas', import.meta.url))
const file = `${folder}/ebay.buy_browse_v1.json`

/** Every field of ours that eBay's document does not know at that place. */
function unknownFields(ours: Schema, theirs: Schema | undefined, all: Record<string, Schema>, at: string): string[] {
  if (theirs?.$ref) return unknownFields(ours, all[theirs.$ref.split('/').at(-1) ?? ''], all, at)
  const own = [ours, ...(ours.anyOf ?? [])]
  const items = own.find((schema) => schema.items)?.items
  if (items) return unknownFields(items, theirs?.items, all, `${at}[]`)
  return own.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const known = theirs?.properties?.[name]
      return known ? unknownFields(schema, known, all, `${at}.${name}`) : [`${at}.${name}`]
    }),
  )
}

test.skipIf(!existsSync(file))(
  "every field we read is in eBay's own document (skipped where VENDOR_SCHEMAS has no copy of it)",
  () => {
    // an OpenAPI document
    const document = JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: Record<string, Schema> } }
    const all = document.components.schemas
    const pairs: [z.ZodType, string][] = [
      [schemas.SearchPage, 'SearchPagedCollection'],
      [schemas.Item, 'Item'],
      [schemas.ItemGroup, 'ItemGroup'],
    ]
    for (const [schema, name] of pairs) {
      const ours = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema // zod's own JSON Schema
      expect(Object.keys(ours.properties ?? {}).length).toBeGreaterThan(1)
      expect(unknownFields(ours, all[name], all, name)).toEqual([])
    }
    expect(unknownFields({ properties: { title: {}, nonsense: {} } }, all['Item'], all, 'Item')).toEqual([
      'Item.nonsense',
    ])
  },
)
