/** What a variant is bought as, while a seller edits it. Pure. */
import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { type MappedLink, supplyIn } from '@omni/domain/mapping/plan.ts'

export type MappedVariant = Out<typeof mappingCalls.getMapping>['variants'][number]
export type Part = MappedVariant['components'][number]
export type Alternative = Part['alternatives'][number]
type Components = CallInput<typeof mappingCalls.mapVariant>['variants'][number]['components']

/** Without what only screens show. */
export const toComponents = (parts: readonly Part[]): Components =>
  parts.map(({ units, gift, alternatives }) => ({
    units,
    gift,
    alternatives: alternatives.map(({ source, source_product_id, sku_id, countries }) => ({
      source,
      source_product_id,
      sku_id,
      countries,
    })),
  }))

const linksOf = (parts: readonly Part[]): MappedLink[] =>
  parts.flatMap(({ units, gift, alternatives }, component) =>
    alternatives.map(({ countries, cost, quantity }, rank) => ({
      rank,
      component,
      units,
      countries,
      gift_every: gift?.every ?? null,
      gift_get: gift?.get ?? null,
      cost,
      quantity,
    })),
  )

/** Cost and stock of one piece as the draft stands: the same rule that orders follow. */
export const supplyOf = (parts: readonly Part[], country: string) => supplyIn(linksOf(parts), country)

/** Nothing would be bought for a sale. */
export const isEmptyRule = (parts: readonly Part[]): boolean =>
  parts.some(({ units, gift, alternatives }) => alternatives.length === 0 || (units === 0 && gift === null)) ||
  (parts.length > 0 && parts.every(({ units }) => units === 0))

export const changeAt = <T>(list: readonly T[], at: number, change: Partial<T>): T[] =>
  list.map((item, place) => (place === at ? { ...item, ...change } : item))
export const removeAt = <T>(list: readonly T[], at: number): T[] => list.filter((_, place) => place !== at)
export function moveUp<T>(list: readonly T[], at: number): T[] {
  const moved = [...list]
  const [item] = moved.splice(at, 1)
  if (item !== undefined) moved.splice(at - 1, 0, item)
  return moved
}
