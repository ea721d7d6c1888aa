import { expect, test } from 'vitest'
import { CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { suppliers } from '../suppliers/registry.ts'
import { corpusOf, corpusVendors } from './corpus.ts'

test('every channel, and every supplier that takes orders, has a corpus; nobody else has one', () => {
  const buying = Object.values(suppliers).flatMap((one) => ('orders' in one && one.orders ? [one.id] : []))
  expect(corpusVendors().toSorted()).toEqual([...CHANNEL_IDS, ...buying].toSorted())
})

test.each(corpusVendors())('the corpus of %s: each scene once, played in one way, with its sources', (vendor) => {
  const scenes = corpusOf(vendor)
  expect(scenes.length).toBeGreaterThan(0)
  expect(new Set(scenes.map(({ name }) => name)).size).toBe(scenes.length)
  for (const { name, sources, one_source, reply, state } of scenes) {
    expect([reply, state].filter(Boolean), name).toHaveLength(1)
    expect(new Set(sources).size >= 2 || one_source !== undefined, `${name} has one source and does not say why`).toBe(
      true,
    )
  }
})
