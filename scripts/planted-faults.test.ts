import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { applyPatch, PLACEMENT_FAULTS, PUSH_FAULT } from './planted-faults.ts'

const patches = [...Object.values(PLACEMENT_FAULTS).flat(), PUSH_FAULT]

test.each(patches.map((patch) => [`${patch.file}: ${patch.find.trim().slice(0, 40)}`, patch] as const))(
  'a planted mistake still fits: %s',
  (_name, patch) => {
    const text = readFileSync(fileURLToPath(new URL(`../${patch.file}`, import.meta.url)), 'utf8')
    expect(applyPatch(patch, text)).toContain(patch.put)
  },
)
