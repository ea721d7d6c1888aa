import { Anchor, Skeleton } from '@mantine/core'
import { DISCOVER_TOOLS, personalCalls } from '@omni/contracts/personal.calls.ts'
import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { Card } from '@omni/ui/card.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import {
  type Icon,
  IconBuildingStore,
  IconCheck,
  IconPhotoSearch,
  IconPlugConnected,
  IconSearch,
  IconStar,
} from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { detailHref, keyOf } from '../../product-cards/detail-address.ts'
import { ProductStrip } from '../../product-cards/product-strip.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './sourcing-widgets.module.css'

const PICKED = 12
const LEFT_OFF = 4

/** Below the first cards, downloaded after them: products, what was looked at last, tools to try (sourcing spec §2). */
export function SourcingWidgets() {
  return (
    <div className={classes.widgets}>
      <PickedProducts />
      <div className={classes.pair}>
        <LeftOff />
        <DiscoverTools />
      </div>
    </div>
  )
}

function PickedProducts() {
  const t = useT()
  const { data, isError } = useCall(
    personalCalls.listPersonalizedProducts,
    { ship_to: DEFAULT_SHIP_TO, limit: PICKED },
    { quiet: true },
  )
  if (isError || data?.items.length === 0) return null
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('personalized.title')}</h2>
        <p className={classes.note}>
          {data ? t(data.from === 'new' ? 'personalized.from_new' : 'personalized.from_behaviour') : ''}
        </p>
        <Anchor component={AppLink} href="/app/catalog/personalized" size="sm" className={classes.end ?? ''}>
          {t('notifications.see_all')}
        </Anchor>
      </div>
      <ProductStrip label={t('personalized.title')} products={data?.items} shipTo={DEFAULT_SHIP_TO} />
    </section>
  )
}

/** What was looked at last; a new seller sees where to begin. */
function LeftOff() {
  const { t, money } = useCardShow()
  const { data, isError } = useCall(
    personalCalls.listPickupLeftOff,
    { ship_to: DEFAULT_SHIP_TO, limit: LEFT_OFF },
    { quiet: true },
  )
  if (isError) return null
  return (
    <Card title={t('left_off.title')} flush>
      <ul className={classes.rows} aria-busy={!data}>
        {data
          ? null
          : Array.from({ length: LEFT_OFF }, (_, row) => (
              <li key={row} className={classes.row} aria-hidden="true">
                <Skeleton height={36} />
              </li>
            ))}
        {data?.items.map((product) => {
          const { name, image, source, profit_usd } = product
          return (
            <li key={keyOf(product)} className={classes.row}>
              <LazyImage src={image} alt="" size={36} />
              <span className={classes.words}>
                <span className={classes.name}>{name}</span>
                <span className={classes.note}>
                  {VENDOR_NAMES[source]}
                  {profit_usd === null ? null : (
                    <>
                      {' · '}
                      <Money
                        text={profit_usd > 0 ? `+${money(profit_usd).text}` : money(profit_usd).text}
                        original={money(profit_usd).original}
                        tone={profit_usd < 0 ? 'loss' : 'gain'}
                      />
                    </>
                  )}
                </span>
              </span>
              <AppLink
                href={detailHref(product)}
                className={classes.resume}
                aria-label={t('left_off.resume_named', { name })}
              >
                {t('left_off.resume')}
              </AppLink>
            </li>
          )
        })}
        {data?.items.length === 0 ? (
          <li className={classes.row}>
            <span className={classes.note}>{t('left_off.none')}</span>
            <AppLink href="/app/find-product" className={classes.resume}>
              {t('favourites.find')}
            </AppLink>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}

const TOOLS: Record<(typeof DISCOVER_TOOLS)[number], { text: TextKey; note: TextKey; href: string; icon: Icon }> = {
  search: { text: 'discover.search', note: 'discover.search_text', href: '/app/find-product', icon: IconSearch },
  image_search: {
    text: 'image.title',
    note: 'discover.image_text',
    href: '/app/find-product/image',
    icon: IconPhotoSearch,
  },
  favorite_supplier: {
    text: 'discover.supplier',
    note: 'discover.supplier_text',
    href: '/app/find-product/favorite-supplier',
    icon: IconBuildingStore,
  },
  experts_choice: {
    text: 'experts.title',
    note: 'discover.experts_text',
    href: '/app/find-product/experts-choice',
    icon: IconStar,
  },
  source_accounts: {
    text: 'source_accounts.title',
    note: 'discover.accounts_text',
    href: '/app/setting/source-account',
    icon: IconPlugConnected,
  },
}

/** Each tool with whether it was tried; opening one marks it. */
function DiscoverTools() {
  const t = useT()
  const { data, isError } = useCall(personalCalls.getDiscoverTools, {}, { quiet: true })
  const update = useAct(personalCalls.updateDiscoverTools, {
    refresh: [personalCalls.getDiscoverTools],
    quiet: true,
    optimistic: ({ discover: tool }) =>
      patchAnswers(personalCalls.getDiscoverTools, ({ discover }) => ({ discover: { ...discover, [tool]: true } })),
  })
  if (isError) return null
  return (
    <Card title={t('discover.title')} flush>
      <ul className={classes.rows}>
        {DISCOVER_TOOLS.map((tool) => {
          const { text, note, href, icon: ToolIcon } = TOOLS[tool]
          const tried = data?.discover[tool] === true
          return (
            <li key={tool}>
              <AppLink
                href={href}
                className={classes.tool}
                onClick={() => {
                  if (!tried) void update.run({ discover: tool })
                }}
              >
                <span className={classes.symbol}>
                  <ToolIcon size={18} stroke={ICON_STROKE} aria-hidden="true" />
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>{t(text)}</span>
                  <span className={classes.note}>{t(note)}</span>
                </span>
                {tried ? (
                  <span className={classes.tried}>
                    <IconCheck size={14} stroke={2.2} aria-hidden="true" />
                    {t('discover.tried')}
                  </span>
                ) : null}
              </AppLink>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
