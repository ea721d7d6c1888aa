import { expect, test } from 'vitest'
import { corpusOf, corpusVendors } from './corpus.ts'

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
