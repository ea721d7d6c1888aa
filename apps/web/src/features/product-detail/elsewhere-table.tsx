/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- On a phone the table scrolls sideways, and keys must reach that too. */
import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { countryName } from '@omni/domain/countries.ts'
import { shownCountryCode } from '@omni/domain/country-codes.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { IconBulb } from '@tabler/icons-react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { intlLocale, useLanguage } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { type CardShow, useCardShow } from '../../product-cards/card-show.ts'
import type { ProductKey } from '../../product-cards/detail-address.ts'
import { shownDays } from '../../product-cards/shown-days.ts'
import classes from './detail.module.css'

type Row = ProductDetail['elsewhere'][number]

const COLUMNS = 8

interface ElsewhereProps {
  product: ProductDetail
  shipTo: string
  onOpen: (product: ProductKey) => void
}

/** "Same product elsewhere": every shop's offer with its landed cost to the chosen country, cheapest first. */
export function ElsewhereTable({ product, shipTo, onOpen }: ElsewhereProps) {
  const show = useCardShow()
  const { t } = show
  const locale = intlLocale(useLanguage())
  const rows = product.elsewhere
  if (rows.length < 2) return null
  const [known, unknown] = [rows.filter(({ landed }) => landed !== null), rows.filter(({ landed }) => landed === null)]
  const tip = adviceFor(rows, show)
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2 className={classes.blockTitle}>{t('elsewhere.title')}</h2>
        <p className={classes.quiet}>{t('elsewhere.text')}</p>
      </div>
      <section className={classes.tableFrame} aria-label={t('elsewhere.title')} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('elsewhere.supplier')}</th>
              <th scope="col">{t('detail.cost')}</th>
              <th scope="col">{t('elsewhere.ship')}</th>
              <th scope="col">{t('elsewhere.landed')}</th>
              <th scope="col">{t('elsewhere.days')}</th>
              <th scope="col">{t('card.rating')}</th>
              <th scope="col">{t('detail.profit')}</th>
              <th scope="col">
                <span className={classes.hidden}>{t('table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {known.map((row) => (
              <OfferRow key={row.id} row={row} show={show} onOpen={onOpen} />
            ))}
          </tbody>
          {unknown.length > 0 ? (
            <tbody>
              <tr>
                <th scope="rowgroup" colSpan={COLUMNS} className={classes.apart}>
                  {t('elsewhere.unknown', { country: countryName(shipTo, locale) })}
                </th>
              </tr>
              {unknown.map((row) => (
                <OfferRow key={row.id} row={row} show={show} onOpen={onOpen} />
              ))}
            </tbody>
          ) : null}
        </table>
      </section>
      {tip ? (
        <p className={classes.tip}>
          <IconBulb size={17} stroke={ICON_STROKE} aria-hidden="true" />
          {tip}
        </p>
      ) : null}
    </section>
  )
}

const shopOf = ({ source, store_name }: Row) => [VENDOR_NAMES[source], store_name].filter(Boolean).join(' · ')

function OfferRow({ row, show, onOpen }: { row: Row; show: CardShow; onOpen: (product: ProductKey) => void }) {
  const { t, money, format } = show
  const amount = (value: number | null) => {
    const shown = money(value)
    return value === null ? '–' : <Money text={shown.text} original={shown.original} />
  }
  const sent = row.ships === false ? t('elsewhere.does_not_ship') : amount(row.shipping)
  return (
    <tr data-current={row.this_one || undefined}>
      <th scope="row">
        <span className={classes.supplierCell}>
          <VendorBadge vendor={row.source} label="" />
          <span className={classes.shop}>
            <span>{VENDOR_NAMES[row.source]}</span>
            {row.store_name ? (
              <span className={classes.quiet} dir="auto" title={row.store_name}>
                {row.store_name}
              </span>
            ) : null}
          </span>
          <span className={classes.quiet}>{shownCountryCode(row.ship_from)}</span>
        </span>
      </th>
      <td>{amount(row.cost)}</td>
      <td>{row.shipping === 0 ? t('detail.free') : sent}</td>
      <td>{amount(row.landed)}</td>
      <td>
        <bdi dir="ltr">{shownDays(row.min_days, row.max_days) ?? '–'}</bdi>
      </td>
      <td>{row.rating === null ? '–' : format.number(row.rating)}</td>
      <td>
        {row.profit === null ? (
          '–'
        ) : (
          <Money
            text={money(row.profit).text}
            original={money(row.profit).original}
            tone={row.profit < 0 ? 'loss' : 'gain'}
          />
        )}
      </td>
      <td>
        {row.this_one ? (
          <span className={classes.viewing}>{t('elsewhere.viewing')}</span>
        ) : (
          <button
            type="button"
            className={classes.compare}
            aria-label={t('elsewhere.compare_with', { supplier: shopOf(row) })}
            onClick={() => onOpen(row)}
          >
            {t('elsewhere.compare')}
          </button>
        )}
      </td>
    </tr>
  )
}

/** One sentence: who is cheaper on the doorstep, else who is there sooner. */
function adviceFor(rows: readonly Row[], { t, money }: CardShow): string | null {
  const current = rows.find((row) => row.this_one)
  const { landed: cost = null, max_days: time = null } = current ?? {}
  if (cost === null) return null
  const cheaper = rows.find((row) => !row.this_one && row.landed !== null && row.landed < cost)
  if (cheaper?.landed != null)
    return t('elsewhere.cheaper', { supplier: shopOf(cheaper), amount: money(cost - cheaper.landed).text })
  const faster = rows.find(
    (row) => !row.this_one && row.landed !== null && row.max_days !== null && time !== null && row.max_days < time,
  )
  if (faster?.landed == null || faster.max_days === null || time === null) return null
  return t('elsewhere.faster', {
    supplier: shopOf(faster),
    count: time - faster.max_days,
    amount: money(faster.landed - cost).text,
  })
}
