import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './find.module.css'
import type { Filters } from './filters.ts'
import type { SetFilters } from './use-filters.ts'
import type { ProductListView } from './use-product-list.ts'

interface ResultNoticesProps {
  filters: Filters
  onChange: SetFilters
  first: ProductListView['first']
}

/** What the reader should know about the list: other words were searched, not all of them hold, a supplier is away. */
export function ResultNotices({ filters, onChange, first }: ResultNoticesProps) {
  const t = useT()
  const format = useFormat()
  const stale = first?.stale_sources ?? []
  const names = new Intl.ListFormat(intlLocale(useLanguage()), { type: 'conjunction' })
  return (
    <>
      {first?.corrected ? (
        <Notice>
          {t('find.showing_for', { text: first.corrected })}{' '}
          <button type="button" className={classes.inline} onClick={() => onChange({ exact: true })}>
            {t('find.search_instead', { text: filters.text })}
          </button>
        </Notice>
      ) : null}
      {first?.wordless ? <Notice>{t('find.wordless', { text: filters.text })}</Notice> : null}
      {first?.relaxed && first.items.length > 0 ? <Notice>{t('find.relaxed')}</Notice> : null}
      {filters.page > 1 ? (
        <Notice>
          {t('find.from_page', { page: format.number(filters.page) })}{' '}
          <button type="button" className={classes.inline} onClick={() => onChange({ page: 1 })}>
            {t('find.from_start')}
          </button>
        </Notice>
      ) : null}
      {stale.length > 0 ? (
        <Notice tone="amber">
          {t(stale.length === 1 ? 'find.stale' : 'find.stale_several', {
            supplier: names.format(stale.map(({ source }) => VENDOR_NAMES[source])),
            // The oldest of them: the others are at least as fresh.
            when: format.ago(stale.map(({ since }) => since).toSorted()[0] ?? ''),
          })}
        </Notice>
      ) : null}
    </>
  )
}

function Notice({ tone = 'grey', children }: { tone?: 'grey' | 'amber'; children: ReactNode }) {
  const Icon = tone === 'amber' ? IconAlertTriangle : IconInfoCircle
  return (
    <output className={classes.notice} data-tone={tone}>
      <Icon size={16} stroke={ICON_STROKE} aria-hidden="true" />
      <span>{children}</span>
    </output>
  )
}
