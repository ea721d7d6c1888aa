import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { useAccount } from '../platform/account.ts'
import { useFormat } from '../platform/format.ts'
import { type TextKey, useT } from '../platform/i18n.ts'
import { go } from '../platform/navigation.ts'
import { openPanel } from '../platform/panels.ts'
import { store, stored } from '../platform/storage.ts'
import classes from './banners.module.css'

/** What the example shop shows, in this order: what was earned, a sale, its way to the buyer, and the visitor's own. */
const STEPS: readonly { text: TextKey; next: TextKey; href: string | null }[] = [
  { text: 'tour.profit', next: 'tour.to_orders', href: '/app/orders' },
  { text: 'tour.order', next: 'tour.to_parcels', href: '/app/orders/shipment' },
  { text: 'tour.parcel', next: 'actions.next', href: '/app' },
  { text: 'tour.yours', next: 'tour.start', href: null },
]
const OVER = 'over'
/** Of this visit: whoever opens a new window sees it again. */
const keyOf = (account: string) => `omni.tour.${account}`

/** How far the visitor is; null: it was closed. */
export function useTour() {
  const { id, is_example } = useAccount()
  const [said, setSaid] = useState(() => stored(keyOf(id), 'sessionStorage'))
  const at = Math.min(Math.max(0, Number(said) || 0), STEPS.length - 1)
  const move = (to: number | null) => {
    const next = to === null ? OVER : String(to)
    store(keyOf(id), next, 'sessionStorage')
    setSaid(next)
  }
  return { at: is_example && said !== OVER ? at : null, move }
}

/** A guest is led through the example in four steps. It is a bar above the screen, which stays free to be used. */
export function ExampleTour({ at, move }: { at: number; move: (to: number | null) => void }) {
  const t = useT()
  const { number } = useFormat()
  const step = STEPS[at]
  if (!step) return null
  const onward = () => {
    if (step.href === null) return openPanel('real_account')
    move(at + 1)
    go(step.href)
  }
  return (
    <section className={classes.banner} data-tone="accent" aria-label={t('tour.region')}>
      <span className={classes.count}>{t('tour.count', { at: number(at + 1), of: number(STEPS.length) })}</span>
      <span className={classes.words} aria-live="polite">
        {t(step.text)}
      </span>
      <Button size="xs" onClick={onward}>
        {t(step.next)}
      </Button>
      <CloseButton size="sm" aria-label={t('tour.close')} onClick={() => move(null)} />
    </section>
  )
}
