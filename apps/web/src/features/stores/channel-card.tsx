import { Button } from '@mantine/core'
import type { Channel } from '@omni/domain/channels/document.ts'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { helpHref } from '../../platform/addresses.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { type ChannelCardInfo, offerOf } from './channel-cards.ts'
import type { ConnectedStore } from './store-health.ts'
import { StoreRow } from './store-row.tsx'
import classes from './stores.module.css'

interface ChannelCardProps {
  card: ChannelCardInfo
  stores: readonly ConnectedStore[]
  connectable: readonly Channel[]
  onConnect: (platform: Channel) => void
}

export function ChannelCard({ card, stores, connectable, onConnect }: ChannelCardProps) {
  const t = useT()
  const { title, text, channel } = card
  const offer = offerOf(card, connectable)
  const active = stores.filter(({ status }) => status === 'active')
  const word = t(active.length > 0 ? 'channels.connect_another' : 'channels.connect')
  return (
    <section className={classes.card} data-soon={offer === 'coming_soon' || undefined} aria-label={title}>
      <div className={classes.cardHead}>
        {channel ? (
          <VendorBadge vendor={channel} label="" size={36} />
        ) : (
          <span className={classes.letter} aria-hidden="true">
            {title.slice(0, 1)}
          </span>
        )}
        <div className={classes.words}>
          <h2 className={classes.cardTitle}>
            {title}
            {active.length > 0 ? <span className={classes.badge}>{t('channels.active')}</span> : null}
            {offer === 'coming_soon' ? <span className={classes.soon}>{t('channels.coming_soon')}</span> : null}
          </h2>
          <p className={classes.text}>{t(text)}</p>
          {offer === 'not_set_up' ? <p className={classes.note}>{t('channels.not_set_up', { name: title })}</p> : null}
        </div>
        <div className={classes.cardActions}>
          <AppLink
            className={classes.learn}
            href={helpHref('connect-store')}
            aria-label={`${t('channels.learn_more')}: ${title}`}
          >
            {t('channels.learn_more')}
          </AppLink>
          {channel && offer === 'connect' ? (
            <Button
              variant={active.length > 0 ? 'default' : 'filled'}
              aria-label={`${word}: ${title}`}
              onClick={() => onConnect(channel)}
            >
              {word}
            </Button>
          ) : null}
        </div>
      </div>
      {stores.map((store) => (
        <StoreRow key={store.id} store={store} />
      ))}
    </section>
  )
}
