import { Anchor } from '@mantine/core'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { personalCalls } from '@omni/contracts/personal.calls.ts'
import type { ReactNode } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ProductStrip } from '../../product-cards/product-strip.tsx'
import classes from './catalog.module.css'
import { campaignName } from './named-by-slug.ts'

const PICKED = 15

/** The season's products. Without a campaign, or when it cannot be asked, the page goes on without it. */
export function CampaignStrip({ shipTo }: { shipTo: string }) {
  const t = useT()
  const format = useFormat()
  const { data, isError } = useCall(catalogCalls.listCampaignProducts, { ship_to: shipTo }, { quiet: true })
  if (isError || data?.items.length === 0) return null
  const title = data
    ? t('catalog.campaign', { campaign: campaignName(t, data.campaign) })
    : t('catalog.campaign_coming')
  return (
    <Strip
      title={title}
      note={
        data
          ? t('catalog.campaign_from', { date: format.date(`${data.starts_on.slice(0, 10)}T12:00:00Z`, 'day') })
          : null
      }
    >
      <ProductStrip label={title} products={data?.items} shipTo={shipTo} opens="drawer" />
    </Strip>
  )
}

export function PersonalizedStrip({ shipTo }: { shipTo: string }) {
  const t = useT()
  const { data, isError } = useCall(
    personalCalls.listPersonalizedProducts,
    { ship_to: shipTo, limit: PICKED },
    { quiet: true },
  )
  if (isError || data?.items.length === 0) return null
  return (
    <Strip
      title={t('personalized.title')}
      note={data ? t(data.from === 'new' ? 'personalized.from_new' : 'personalized.from_behaviour') : null}
      end={
        <Anchor component={AppLink} href="/app/catalog/personalized" size="sm">
          {t('notifications.see_all')}
        </Anchor>
      }
    >
      <ProductStrip label={t('personalized.title')} products={data?.items} shipTo={shipTo} opens="drawer" />
    </Strip>
  )
}

function Strip({
  title,
  note,
  end,
  children,
}: {
  title: string
  note: string | null
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes.section}>
      <div className={classes.stripHead}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {note ? <p className={classes.quiet}>{note}</p> : null}
        <span className={classes.stripEnd}>{end}</span>
      </div>
      {children}
    </section>
  )
}
