import { Button, Skeleton } from '@mantine/core'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import classes from './catalog.module.css'
import { categoryName } from './named-by-slug.ts'

const FIRST = 12
const HOUR_MS = 3_600_000

/** The main categories, largest first, with how many products each holds. */
export function CategoryTiles() {
  const t = useT()
  const format = useFormat()
  const [all, setAll] = useState(false)
  const tree = useCall(catalogCalls.getCategoryTree, {}, { quiet: true, fresh: HOUR_MS })
  if (tree.isError) return null // a way among others: the search above works without it
  const tops = tree.data?.categories
    .filter(({ parent_id, products }) => parent_id === null && products > 0)
    .toSorted((a, b) => b.products - a.products)
  const shown = all ? tops : tops?.slice(0, FIRST)
  return (
    <section className={classes.section} aria-label={t('catalog.categories')}>
      <h2 className={classes.sectionTitle}>{t('catalog.categories')}</h2>
      <ul className={classes.tiles} aria-busy={!tops}>
        {shown?.map(({ category_id, slug, products }) => (
          <li key={category_id}>
            <AppLink href={`/app/find-product?category_id=${category_id}`} className={classes.tile}>
              <span className={classes.tileName}>{categoryName(t, slug)}</span>
              <span className={classes.tileCount}>{format.number(products)}</span>
            </AppLink>
          </li>
        ))}
        {tops
          ? null
          : Array.from({ length: FIRST }, (_, index) => (
              <li key={index} aria-hidden="true">
                <Skeleton height={44} />
              </li>
            ))}
      </ul>
      {tops && tops.length > FIRST && !all ? (
        <div>
          <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
            {t('catalog.all_categories', { count: tops.length })}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
