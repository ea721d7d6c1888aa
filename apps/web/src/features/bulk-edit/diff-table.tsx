import type { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { formatMinor } from '@omni/domain/format-money.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { fieldWord, writeValue } from '../../product-cards/field-words.ts'
import { profitText, ProfitText } from '../../product-cards/profit-amount.tsx'
import classes from './dialog.module.css'

export type BulkReply = Out<typeof bulkEditCalls.bulkUpdate>

type Diff = BulkReply['diffs'][number]

const AMOUNTS: readonly string[] = ['price', 'compare_at_price']
/** 'variants/<id>/price' is a price too. */
const plain = (field: string) => field.split('/').at(-1) ?? field

/** Old struck, arrow, new; profit before and after; what stays is grey with the reason, what is refused red. */
export function DiffTable({ reply }: { reply: BulkReply }) {
  const t = useT()
  return (
    <table className={classes.diff}>
      <thead>
        <tr>
          <th scope="col">{t('bulk.product')}</th>
          <th scope="col">{t('bulk.change')}</th>
          <th scope="col">{t('bulk.profit')}</th>
        </tr>
      </thead>
      <tbody>
        {reply.diffs.map((diff) => (
          <DiffRow key={diff.product_id} diff={diff} />
        ))}
        {reply.total > reply.shown ? (
          <tr data-quiet>
            <td colSpan={3}>{t('bulk.not_shown', { count: reply.total - reply.shown })}</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}

function DiffRow({ diff }: { diff: Diff }) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const { title, image, changes, changed, note, refused, currency, profit_before, profit_after } = diff
  const money = (amount: number | null) => formatMinor(amount, currency, locale)
  const show = { t, money: (amount: number) => ({ text: money(amount) }) }
  const write = (field: string, value: unknown) =>
    writeValue(value, t, AMOUNTS.includes(plain(field)) ? money : undefined)
  return (
    <tr data-quiet={(changes.length === 0 && !refused) || undefined} data-refused={refused || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell with the product's name in it */}
      <td>
        <span className={classes.product}>
          <span className={classes.thumb}>
            <LazyImage src={image} alt="" size={32} />
          </span>
          <span className={classes.name} dir="auto" title={title}>
            {title}
          </span>
        </span>
      </td>
      <td>
        <span className={classes.changes}>
          {refused
            ? null
            : changes.map(({ field, label, before, after }) => (
                <span key={`${field} ${label}`} className={classes.change}>
                  <span className={classes.label}>
                    {fieldWord(plain(field), t)}
                    {label ? (
                      <>
                        {' '}
                        · <bdi>{label}</bdi>
                      </>
                    ) : null}
                  </span>
                  <del className={classes.before}>
                    <bdi>{write(field, before)}</bdi>
                  </del>
                  <IconArrowRight
                    className={classes.arrow}
                    size={14}
                    stroke={ICON_STROKE}
                    aria-label={t('bulk.becomes')}
                  />
                  <ins className={classes.after} style={{ textDecoration: 'none' }}>
                    <bdi>{write(field, after)}</bdi>
                  </ins>
                </span>
              ))}
          {!refused && changed > changes.length ? (
            <span className={classes.label}>{t('bulk.more_fields', { count: changed - changes.length })}</span>
          ) : null}
          {note ? (
            <span className={classes.note} data-bad={refused || undefined}>
              {note}
            </span>
          ) : null}
        </span>
      </td>
      <td className={classes.profit}>
        {profit_before && profit_after && profit_before.amount !== profit_after.amount ? (
          <>
            <del className={classes.before}>
              <bdi>{profitText(show, profit_before)}</bdi>
            </del>{' '}
          </>
        ) : null}
        <ProfitText profit={profit_after} show={show} />
      </td>
    </tr>
  )
}
