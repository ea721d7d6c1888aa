import { areas } from '@omni/contracts/all-calls.ts'
import type { Call } from '@omni/contracts/kernel.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIVE_MINUTES, freshFor, UNTOLD } from './freshness.ts'
import { REFRESHED_BY } from './realtime.ts'

const folder = join(import.meta.dirname, '..')
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

test('every read on a screen is refreshed by a message, is short-lived, or says why five minutes are fine', () => {
  const reads = Object.values(areas)
    .flatMap((area): Call[] => Object.values(area))
    .filter(({ method, name }) => method === 'GET' && new RegExp(`Calls\\.${name}\\b`).test(source))
    .map(({ name }) => name)
  expect(reads.length).toBeGreaterThan(50)
  const known = [...Object.values(REFRESHED_BY), UNTOLD, ...Object.values(FIVE_MINUTES)].flat() as string[]
  expect(reads.filter((name) => !known.includes(name))).toEqual([])
})

test('five minutes is the rule, half a minute where nothing tells', () => {
  expect(freshFor('listProducts')).toBe(300_000)
  expect(freshFor('listViews')).toBe(30_000)
})
