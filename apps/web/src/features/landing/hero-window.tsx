import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { Logo } from '@omni/ui/logo.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconArrowsSort } from '@tabler/icons-react'
import { useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { ProductCard } from './product-card.tsx'
import { profitOf, SHOWCASE, type ShowcaseProduct } from './showcase.ts'
import { type VendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { SUPPLIERS } from './vendors.ts'
import hidden from './hidden.module.css'
import classes from './hero-window.module.css'

const SORTS = {
  profit: { text: 'landing.sort_profit', by: (a: ShowcaseProduct, b: ShowcaseProduct) => profitOf(b) - profitOf(a) },
  cost: {
    text: 'landing.sort_cost',
    by: (a: ShowcaseProduct, b: ShowcaseProduct) => a.cost + a.shipping - b.cost - b.shipping,
  },
  days: { text: 'landing.sort_days', by: (a: ShowcaseProduct, b: ShowcaseProduct) => a.days[1] - b.days[1] },
} as const satisfies Record<string, { text: TextKey; by: (a: ShowcaseProduct, b: ShowcaseProduct) => number }>
type Sort = keyof typeof SORTS
const isSort = (value: string): value is Sort => value in SORTS

/** Two rows of five. */
const MOST = 10

/** The product itself rather than a picture of it: filter and sort work, on example data that says so. */
export function HeroWindow() {
  const t = useT()
  const [supplier, setSupplier] = useState<VendorName | null>(null)
  const [sort, setSort] = useState<Sort>('profit')
  const shown = SHOWCASE.filter((product) => supplier === null || product.supplier === supplier)
    .toSorted(SORTS[sort].by)
    .slice(0, MOST)
  return (
    <section className={classes.stage}>
      <h2 className={hidden.hidden}>{t('landing.window_label')}</h2>
      <div className={classes.window}>
        <div className={classes.bar}>
          <Logo size={24} />
          <div className={classes.chips}>
            <ChipRow label={t('landing.suppliers_label')}>
              <Chip active={supplier === null} onClick={() => setSupplier(null)}>
                {t('landing.all_suppliers')}
              </Chip>
              {SUPPLIERS.map((name) => (
                <Chip key={name} active={supplier === name} onClick={() => setSupplier(name)}>
                  <VendorBadge vendor={name} label="" size={16} />
                  {VENDOR_NAMES[name]}
                </Chip>
              ))}
            </ChipRow>
          </div>
          <label className={classes.sort}>
            <IconArrowsSort size={16} stroke={ICON_STROKE} aria-hidden="true" />
            <span className={hidden.hidden}>{t('landing.sort_label')}</span>
            <select
              className={classes.select}
              value={sort}
              onChange={({ currentTarget: { value } }) => {
                if (isSort(value)) setSort(value)
              }}
            >
              {Object.entries(SORTS).map(([value, { text }]) => (
                <option key={value} value={value}>
                  {t(text)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className={classes.grid}>
          {shown.map((product) => (
            <ProductCard key={product.name} product={product} />
          ))}
        </div>
      </div>
      <p className={classes.caption}>{t('landing.window_caption')}</p>
    </section>
  )
}
