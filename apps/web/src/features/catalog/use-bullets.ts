import { type BulletChoice, rotateBullets } from '@omni/domain/collections/rotate-bullets.ts'
import { useEffect, useMemo, useState } from 'react'
import { store, stored } from '../../platform/storage.ts'

const keyOf = (slug: string) => `omni.bullets.${slug}`

function remembered(slug: string): BulletChoice | null {
  try {
    const kept = JSON.parse(stored(keyOf(slug)) ?? 'null') as BulletChoice | null // written below
    return kept && typeof kept.at === 'number' && Array.isArray(kept.bullets) ? kept : null
  } catch {
    return null
  }
}

/** Two or three of a collection's bullets, the same for 24 hours (sourcing spec §2). */
export function useBullets(slug: string, all: readonly string[]): string[] {
  const [now] = useState(Date.now)
  const choice = useMemo(() => rotateBullets(all, remembered(slug), now, Math.random), [slug, all, now])
  useEffect(() => store(keyOf(slug), JSON.stringify(choice)), [slug, choice])
  return choice.bullets
}
