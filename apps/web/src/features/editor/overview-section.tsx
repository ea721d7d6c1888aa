import { TextInput } from '@mantine/core'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { supplierLink } from '@omni/domain/cashback/admitad.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import { MAX_TITLE } from '@omni/domain/products/product.ts'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, type TextKey, type Translate, useLanguage, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCosting } from './costing.ts'
import classes from './editor.module.css'
import { Section } from './section.tsx'
import { useEditor, useField } from './use-editor.ts'
import { useSummary } from './use-summary.ts'

const PUSHED: Record<string, { tone: Tone; text: TextKey }> = {
  unpushed: { tone: 'grey', text: 'editor.pushed_unpushed' },
  draft: { tone: 'amber', text: 'editor.pushed_draft' },
  active: { tone: 'green', text: 'editor.pushed_active' },
}

/** Title, where it comes from, and the figures that decide. */
export function OverviewSection() {
  const t = useT()
  const format = useFormat()
  const { server } = useEditor()
  const title = useField('title')
  const pushed = PUSHED[server.pushed]
  const admitad = useCall(settingsCalls.getSettings, {}, { quiet: true }).data?.settings.admitad
  const empty = title.value.trim() === ''
  return (
    <Section name="overview">
      <div className={classes.stack}>
        <TextInput
          label={t('editor.title')}
          value={title.value}
          maxLength={MAX_TITLE}
          required
          dir="auto"
          error={title.error ?? (empty ? t('editor.missing_title') : null)}
          description={t('editor.characters', { count: title.value.length, most: MAX_TITLE })}
          onChange={(event) => title.set(event.currentTarget.value)}
        />
        <Strip />
        <dl className={classes.list}>
          <div>
            <dt>{t('editor.supplier')}</dt>
            <dd>
              {server.product_link ? (
                <AppLink href={supplierLink(admitad, server.source, server.product_link)}>
                  {VENDOR_NAMES[server.source]}
                  {server.store_name ? ` · ${server.store_name}` : ''}
                </AppLink>
              ) : (
                VENDOR_NAMES[server.source]
              )}
            </dd>
          </div>
          <div>
            <dt>{t('editor.state')}</dt>
            <dd>{pushed ? <StatusDot tone={pushed.tone}>{t(pushed.text)}</StatusDot> : null}</dd>
          </div>
          <div>
            <dt>{t('editor.imported')}</dt>
            <dd>{format.date(server.created_at)}</dd>
          </div>
        </dl>
        {server.supplier_changes.length > 0 ? <SupplierChanges /> : null}
      </div>
    </Section>
  )
}

/** Apart from the section: its figures follow every price. */
function Strip() {
  const t = useT()
  const { strip } = useSummary(useCosting())
  return (
    <dl className={classes.strip}>
      {strip.map(({ label, value, tone }) => (
        <div key={label} className={classes.figure}>
          <dt>{t(label)}</dt>
          <dd>
            <Money text={value} tone={tone} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const CHANGES: Record<string, TextKey> = {
  price: 'editor.change_price',
  stock: 'editor.change_stock',
  gone: 'editor.change_gone',
  title: 'editor.change_title',
  variants: 'editor.change_variants',
}

/** The server counts variants, and for prices gives the first of them in US cents: `3|1200>1350`. */
function changeText(detail: string, locale: string, t: Translate): string {
  const [, count, before, after] = /^(\d+)(?:\|(\d+)>(\d+))?$/.exec(detail) ?? []
  if (count === undefined) return detail
  const variants = t('editor.variant_count', { count: Number(count) })
  return before === undefined || after === undefined
    ? variants
    : `${variants} (${formatMinor(Number(before), 'USD', locale)} → ${formatMinor(Number(after), 'USD', locale)})`
}

/** What the supplier says now and did not when this was imported. Shown, never applied by itself. */
function SupplierChanges() {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const {
    server: { supplier_changes },
  } = useEditor()
  return (
    <div className={classes.changes}>
      <p className={classes.label}>{t('editor.supplier_changed')}</p>
      <ul>
        {supplier_changes.map(({ kind, detail }) => (
          <li key={`${kind} ${detail}`}>
            <StatusDot tone={kind === 'gone' ? 'red' : 'amber'}>
              {t(CHANGES[kind] ?? 'editor.change_variants')}
            </StatusDot>{' '}
            <bdi>{changeText(detail, locale, t)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
