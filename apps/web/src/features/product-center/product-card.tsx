import type { ProductRow } from '@omni/contracts/products.fields.ts'
import {
  isUnknown,
  ProductActions,
  ProductMargin,
  ProductName,
  ProductPrice,
  ProductProfit,
  ProductStatus,
  type RowTools,
} from './product-columns.tsx'
import classes from './product-list.module.css'

/** One row on a phone. */
export function ProductListCard({ row, tools }: { row: ProductRow; tools: RowTools }) {
  const { show } = tools
  const { t, format, money } = show
  return (
    <div className={classes.card}>
      <ProductName row={row} tools={tools} />
      <dl className={classes.cardFigures}>
        <div>
          <dt>{t('product_center.cost')}</dt>
          <dd>{isUnknown(row) ? '—' : money(row.cost_min).text}</dd>
        </div>
        <div>
          <dt>{t('product_center.price')}</dt>
          <dd>
            <ProductPrice row={row} tools={tools} />
          </dd>
        </div>
        <div>
          <dt>{t('product_center.profit')}</dt>
          <dd>
            <ProductProfit row={row} show={show} /> · <ProductMargin row={row} show={show} />
          </dd>
        </div>
        <div>
          <dt>{t('product_center.variants')}</dt>
          <dd>{format.number(row.total_variants)}</dd>
        </div>
      </dl>
      <div className={classes.cardFoot}>
        <ProductStatus row={row} show={show} />
        <ProductActions row={row} tools={tools} />
      </div>
    </div>
  )
}
