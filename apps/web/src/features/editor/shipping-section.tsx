import { Skeleton } from '@mantine/core'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { formatRange } from '@omni/domain/format-money.ts'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { useCountry } from './costing.ts'
import classes from './editor.module.css'
import { Section } from './section.tsx'
import { useEditor, useEditorState } from './use-editor.ts'

/** What sending it to a country costs, as the supplier last said. The same country is used by the prices above. */
export function ShippingSection() {
  const t = useT()
  const { country, setCountry } = useCountry()
  return (
    <Section
      name="shipping"
      description={t('editor.shipping_text')}
      actions={<ShipToPicker compact value={country} onChange={setCountry} label={t('editor.ship_to')} />}
    >
      <Quotes country={country} />
    </Section>
  )
}

function Quotes({ country }: { country: string }) {
  const t = useT()
  const format = useFormat()
  const money = useMoney()
  const locale = intlLocale(useLanguage())
  const {
    server: { product_id },
  } = useEditor()
  const weights = useEditorState(({ view }) => view.variants).flatMap(({ weight_g }) =>
    weight_g === null ? [] : [weight_g],
  )
  const quotes = useCall(
    editorCalls.getProductShipping,
    { id: product_id, country_code: country },
    { quiet: true, keep: true },
  )
  if (quotes.isPending) return <Skeleton height={60} />
  if (!quotes.data) return <ReadFailed reading={quotes} title="editor.shipping_failed" />
  const { shipping, default: usual, days, ships, data_at } = quotes.data
  const amounts = [...Object.values(shipping), ...(usual === null ? [] : [usual])]
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  const costText = () => {
    if (amounts.length === 0) return t('editor.not_known')
    if (high === 0) return t('editor.free')
    return low === high ? money(low).text : formatRange(low, high, 'USD', locale)
  }
  if (!ships) return <output className={classes.warn}>{t('editor.does_not_ship')}</output>
  return (
    <div className={classes.stack}>
      <dl className={classes.strip} aria-busy={quotes.isFetching}>
        <div className={classes.figure}>
          <dt>{t('editor.shipping_cost')}</dt>
          <dd>
            <Money text={costText()} />
          </dd>
        </div>
        <div className={classes.figure}>
          <dt>{t('editor.delivery')}</dt>
          <dd>{days ?? t('editor.not_known')}</dd>
        </div>
        <div className={classes.figure}>
          <dt>{t('editor.weight')}</dt>
          <dd>
            {weights.length === 0
              ? t('editor.not_known')
              : t('editor.grams', {
                  value: [...new Set([Math.min(...weights), Math.max(...weights)])].map(format.number).join('–'),
                })}
          </dd>
        </div>
      </dl>
      <span className={classes.note}>
        {data_at ? (
          <StatusDot tone="green">{t('editor.quoted', { when: format.ago(data_at) })}</StatusDot>
        ) : (
          <StatusDot tone="amber">{t('editor.not_quoted')}</StatusDot>
        )}
      </span>
    </div>
  )
}
