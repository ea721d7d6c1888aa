import { ActionIcon, Button, CloseButton, Loader, VisuallyHidden } from '@mantine/core'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { useMediaQuery } from '@mantine/hooks'
import { ICON_STROKE, MOBILE_QUERY } from '@omni/ui/measures.ts'
import { IconAlertCircleFilled, IconChevronDown, IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { AppLink } from '../platform/app-link.tsx'
import { useT } from '../platform/i18n.ts'
import { VendorBadge } from '../platform/vendor-badge.tsx'
import { VENDOR_NAMES } from '../platform/vendor-names.ts'
import classes from './dock.module.css'
import type { Tracked } from './use-tracked.ts'

interface TrackedOrder extends Tracked {
  order_id: string
  number: string
  source: Source
  /** Sentences; null: there is none. */
  error: string | null
  warning: string | null
}

interface OrderTrackerProps {
  title: string
  orders: readonly TrackedOrder[]
  /** What is stopped: one order, all of one supplier, or all. */
  stop: { pending: boolean; all: () => void; source: (source: Source) => void; order?: (key: string) => void }
  onClose: () => void
}

/** Orders spec §4, placement and sync toasts: by supplier and order, what is under way, done, or went wrong. */
export function OrderTracker({ title, orders, stop, onClose }: OrderTrackerProps) {
  const t = useT()
  const isPhone = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  const count = (status: Tracked['status'], some = orders) => some.filter((order) => order.status === status).length
  const [good, bad, running] = [count('success'), count('error'), count('processing')]
  // What goes well needs a line; what went wrong opens it, where there is room.
  const [choice, setChoice] = useState<boolean | null>(null)
  const isFolded = choice ?? (isPhone || bad === 0)
  const [isRefused, setRefused] = useState(false)
  // Closing clears it only if nothing is under way; otherwise it gets out of the way and says why.
  const close = () => {
    if (running === 0) onClose()
    else {
      setChoice(true)
      setRefused(true)
    }
  }
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <span className={classes.progress}>{t('jobs.progress', { done: good + bad, total: orders.length })}</span>
        <span className={classes.tools}>
          <ActionIcon
            size={28}
            className={classes.fold ?? ''}
            data-folded={isFolded || undefined}
            aria-expanded={!isFolded}
            aria-label={t(isFolded ? 'placement.tracker_unfold' : 'placement.tracker_fold', { title })}
            onClick={() => setChoice(!isFolded)}
          >
            <IconChevronDown size={16} stroke={ICON_STROKE} />
          </ActionIcon>
          <CloseButton size={28} aria-label={t('placement.tracker_close', { title })} onClick={close} />
        </span>
      </div>
      <div
        className={classes.bar}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a progress element has one colour, this has three
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={orders.length}
        aria-valuenow={good + bad}
      >
        <span data-part="good" style={{ flexGrow: good }} />
        <span data-part="bad" style={{ flexGrow: bad }} />
        <span style={{ flexGrow: running }} />
      </div>
      {isFolded ? null : (
        <ul className={classes.list}>
          {[...Map.groupBy(orders, ({ source }) => source)].map(([source, own]) => (
            <li key={source}>
              <div className={classes.source}>
                <VendorBadge vendor={source} label="" size={16} />
                <span className={classes.name}>{VENDOR_NAMES[source]}</span>
                {count('processing', own) > 0 ? (
                  <Button
                    size="xs"
                    variant="subtle"
                    loading={stop.pending}
                    aria-label={t('placement.stop_source', { source: VENDOR_NAMES[source] })}
                    onClick={() => stop.source(source)}
                  >
                    {t('placement.stop')}
                  </Button>
                ) : null}
              </div>
              <ul className={classes.orders}>
                {own.map((order) => (
                  <OrderLine key={order.key} order={order} pending={stop.pending} onStop={stop.order} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot} aria-live="polite">
        <span>
          {isRefused && running > 0
            ? t('placement.tracker_running', { n: running })
            : t('jobs.counts', { good, bad, left: running })}
        </span>
        {running > 0 ? (
          <Button size="xs" variant="default" loading={stop.pending} onClick={stop.all}>
            {t('placement.stop_all')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

interface OrderLineProps {
  order: TrackedOrder
  pending: boolean
  onStop: ((key: string) => void) | undefined
}

function OrderLine({ order, pending, onStop }: OrderLineProps) {
  const t = useT()
  const { key, order_id, number, status, error, warning } = order
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <AppLink className={classes.name} href={`/app/orders?order=${order_id}`}>
          {number}
        </AppLink>
        {error ? (
          <span className={classes.note} data-bad>
            {error}
          </span>
        ) : null}
        {warning ? <span className={classes.note}>{warning}</span> : null}
      </span>
      <span className={classes.end}>
        {status === 'processing' && onStop ? (
          <Button
            size="xs"
            variant="subtle"
            disabled={pending}
            aria-label={t('placement.stop_order', { number })}
            onClick={() => onStop(key)}
          >
            {t('placement.stop')}
          </Button>
        ) : null}
        {status === 'processing' ? (
          <>
            <Loader size={18} aria-hidden="true" />
            <VisuallyHidden>{t('jobs.working')}</VisuallyHidden>
          </>
        ) : status === 'error' ? (
          <IconAlertCircleFilled className={classes.bad} size={18} aria-label={t('jobs.failed')} />
        ) : (
          <IconCircleCheckFilled className={classes.ok} size={18} aria-label={t('jobs.succeeded')} />
        )}
      </span>
    </li>
  )
}
