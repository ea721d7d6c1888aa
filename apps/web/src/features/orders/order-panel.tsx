import { Button, Textarea, TextInput } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { countryName } from '@omni/domain/countries.ts'
import { type LineReason, STOP_REASONS } from '@omni/domain/orders/groups.ts'
import { DIAL_CODES, joinPhone, splitPhone } from '@omni/domain/orders/dial-codes.ts'
import { PhoneInput } from '@omni/ui/phone-input.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { intlLocale, useLanguage } from '../../platform/i18n.ts'
import { openUpgrade } from '../../platform/panels.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { AnswerFirst, RequestsPart } from '../fulfilment-requests/requests-part.tsx'
import { FeedbackPart } from '../feedback/feedback-part.tsx'
import { ADDRESS_FIELDS, ADDRESS_PROBLEMS } from '../placement/address-texts.ts'
import { LineActions } from '../placement/line-actions.tsx'
import { PlacePanel } from '../placement/place-panel.tsx'
import { CONNECT_ACCOUNT } from '../placement/placement-texts.ts'
import { Purchases } from '../placement/purchases.tsx'
import { CancelSale } from '../refunds/cancel-sale.tsx'
import { RefundPart } from '../refunds/refund-part.tsx'
import { OrderSums } from './order-sums.tsx'
import { PartsPart } from './parts-part.tsx'
import { ProfitPart } from './profit-part.tsx'
import { channelName, eventDetails, eventText, profitAtYes, REASONS, ruleTexts } from './order-texts.ts'
import classes from './orders.module.css'

type Detail = Out<typeof orderCalls.getOrderDetail>
type Address = NonNullable<Detail['address']>

const WIDTH = 620
const REFRESH = [orderCalls.listOrders, orderCalls.countOrderStatus, orderCalls.getOrderDetail]
const SHOWN_FIELDS = [
  'name',
  'address1',
  'address2',
  'city',
  'province',
  'province_code',
  'zip',
  'country_code',
  'phone',
  'tax_number',
] as const

/** One order: what was sold, where it goes, what is wrong with it, and what happened. */
export function OrderPanel({
  order_id,
  onClose,
  onOpen,
}: {
  order_id: string
  onClose: () => void
  onOpen: (order_id: string) => void
}) {
  const { t } = useCardShow()
  const order = useCall(orderCalls.getOrderDetail, { order_id }, { quiet: true })
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={order.data?.number ?? t('orders.order')}
      description={
        order.data ? [channelName(t, order.data.channel), order.data.store_name].filter(Boolean).join(' · ') : undefined
      }
    >
      {order.data ? <Contents key={order.data.order_id} order={order.data} onOpen={onOpen} /> : null}
      {order.isPending ? <RowsSkeleton rows={6} /> : null}
      {order.isError ? <ReadFailed reading={order} title="orders.failed" /> : null}
    </SidePanel>
  )
}

function Contents({ order, onOpen }: { order: Detail; onOpen: (order_id: string) => void }) {
  const { t, money, format } = useCardShow()
  return (
    <div className={classes.panel}>
      <section aria-label={t('orders.items')}>
        <h3>{t('orders.items')}</h3>
        <ul className={classes.lines}>
          {order.lines.map((line) => (
            <li key={line.line_id} className={classes.items}>
              <LazyImage src={line.image} alt="" size={40} />
              <span className={classes.words}>
                <span dir="auto">{line.title}</span>
                <span className={classes.meta} dir="auto">
                  {[line.variant_title, `${line.quantity} × ${money(line.unit_price, order.currency).text}`]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {line.reason ? <StatusDot tone="amber">{t(REASONS[line.reason])}</StatusDot> : null}
                <Repair line={line} order={order} />
              </span>
            </li>
          ))}
        </ul>
        <OrderSums order={order} />
      </section>
      <ProfitPart order_id={order.order_id} />
      <RequestsPart order_id={order.order_id} />
      <PlacePart order={order} />
      <PartsPart order={order} onOpen={onOpen} />
      <Purchases order_id={order.order_id} />
      <RefundPart order_id={order.order_id} />
      <FeedbackPart order_id={order.order_id} />
      <CancelSale order_id={order.order_id} />
      <AddressPart order={order} />
      <NotePart order={order} />
      <section aria-label={t('orders.timeline')}>
        <h3>{t('orders.timeline')}</h3>
        <ol className={classes.timeline}>
          {order.timeline.map((event) => (
            <li key={event.event_id}>
              <span>
                {eventText(t, event.kind)}
                {sourceName(event.params['source'])}
                {typeof event.params['amount'] === 'number'
                  ? ` ${money(event.params['amount'], String(event.params['currency'])).text}`
                  : null}
                {profitAtYes(t, money, event.params)}
                {eventDetails(t, event).map((text) => (
                  <span key={text} dir="auto">
                    {` ${text}`}
                  </span>
                ))}
              </span>
              <span className={classes.meta}>
                {[event.user_name, ...ruleTexts(t, event.params), format.date(event.happened_at)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

const sourceName = (source: string | number | undefined) =>
  typeof source === 'string' && isVendorName(source) ? ` ${VENDOR_NAMES[source]}` : null

/** Where something of it can be bought. What the store asks about is answered first. */
function PlacePart({ order }: { order: Detail }) {
  const { t } = useCardShow()
  const [isOpen, setOpen] = useState(false)
  const asked = new Set(order.lines.flatMap(({ line_id, reason }) => (reason === 'store_request' ? [line_id] : [])))
  const open = order.groups.filter(
    ({ status, sub_status }) => status === 'placement' && (sub_status === 'ready' || sub_status === 'needs_attention'),
  )
  const free = open.filter(
    ({ reasons }) => !reasons.some((reason) => reason === 'unclear' || reason === 'price_jumped'),
  )
  if (free.length === 0) return null
  const stops = STOP_REASONS.filter((stop) => free.some(({ reasons }) => reasons.includes(stop)))
  const lines = free.flatMap(({ line_ids }) => line_ids)
  return (
    <div className={classes.buttons}>
      {stops.map((stop) => (
        <StatusDot key={stop} tone="red">
          {t(REASONS[stop])}
        </StatusDot>
      ))}
      {lines.every((line_id) => asked.has(line_id)) ? (
        <AnswerFirst order_id={order.order_id} />
      ) : (
        <Button size="xs" onClick={() => setOpen(true)}>
          {t('placement.place_chosen')}
        </Button>
      )}
      <LineActions order_id={order.order_id} line_ids={lines} />
      {isOpen ? (
        <PlacePanel order_ids={[order.order_id]} onClose={() => setOpen(false)} onPlaced={() => undefined} />
      ) : null}
    </div>
  )
}

/** They are put right where the product's suppliers are. */
const WITH_PRODUCT: readonly LineReason[] = ['not_mapped', 'change_supplier', 'out_of_stock', 'cannot_ship']

/** Where a line's trouble is put right. An address is repaired below, what is decided or bought by hand beside. */
function Repair({ line, order }: { line: Detail['lines'][number]; order: Detail }) {
  const { t } = useCardShow()
  if (line.reason === 'quota')
    return (
      <Button size="compact-sm" variant="default" onClick={() => openUpgrade('ORDER_FULFILLMENT')}>
        {t('quota.upgrade_now')}
      </Button>
    )
  if (line.reason === 'account_missing' || line.reason === 'account_over')
    return (
      <AppLink href={CONNECT_ACCOUNT.href} className={classes.repair}>
        {t(CONNECT_ACCOUNT.text)}
      </AppLink>
    )
  if (line.reason === null || !WITH_PRODUCT.includes(line.reason)) return null
  const found = new URLSearchParams({
    tab: 'unmapped',
    text: line.title,
    ...(order.store_id && { store_id: order.store_id }),
  })
  const href = line.product_id ? `/app/products-center/editor/${line.product_id}` : `/app/list?${found.toString()}`
  return (
    <AppLink href={href} className={classes.repair}>
      {t(line.product_id ? 'orders.change_supplier' : 'orders.map_product')}
    </AppLink>
  )
}

/** What is wrong stands at its field; what needs no person is put right by one click. */
function AddressPart({ order }: { order: Detail }) {
  const { t } = useCardShow()
  const locale = intlLocale(useLanguage())
  const save = useAct(orderCalls.updateCustomer, { refresh: REFRESH })
  const [draft, setDraft] = useState<Address | null>(null)
  const problems = order.address_problems
  if (!order.address) return null
  const address = draft ?? order.address
  const mendable = problems.some(({ repair }) => repair !== null)
  const keep = async () => {
    if (draft && (await save.run({ order_id: order.order_id, address: draft, repair: true })).success) setDraft(null)
  }
  return (
    <section aria-label={t('orders.address')}>
      <h3>{t('orders.address')}</h3>
      {draft || problems.length > 0 ? (
        <div className={classes.form}>
          {SHOWN_FIELDS.map((field) => {
            const problem = problems.find((one) => one.field === field)
            const error = problem && !draft ? t(ADDRESS_PROBLEMS[problem.says]) : undefined
            if (field === 'phone')
              return (
                <PhoneInput
                  key={field}
                  label={t(ADDRESS_FIELDS.phone)}
                  regionLabel={t('orders.phone_region')}
                  regions={DIAL_CODES}
                  {...splitPhone(address.phone, address.country_code)}
                  error={error ?? null}
                  onChange={({ region, local }) => setDraft({ ...address, phone: joinPhone(region, local) })}
                />
              )
            return (
              <TextInput
                key={field}
                label={t(ADDRESS_FIELDS[field])}
                value={address[field]}
                error={error}
                onChange={(event) => setDraft({ ...address, [field]: event.currentTarget.value })}
              />
            )
          })}
        </div>
      ) : (
        <address className={classes.address} dir="auto">
          {[
            address.name,
            address.company,
            address.address1,
            address.address2,
            [address.zip, address.city, address.province].filter(Boolean).join(' '),
            countryName(address.country_code, locale),
            address.phone,
          ]
            .filter((line) => line.trim() !== '')
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </address>
      )}
      <div className={classes.buttons}>
        {mendable && !draft ? (
          <Button
            size="xs"
            loading={save.pending}
            onClick={() => void save.run({ order_id: order.order_id, repair: true })}
          >
            {t('orders.repair')}
          </Button>
        ) : null}
        {draft ? (
          <Button size="xs" loading={save.pending} onClick={() => void keep()}>
            {t('orders.save_address')}
          </Button>
        ) : problems.length === 0 ? (
          <Button size="xs" variant="default" onClick={() => setDraft(address)}>
            {t('orders.edit_address')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

function NotePart({ order }: { order: Detail }) {
  const { t } = useCardShow()
  const save = useAct(orderCalls.noteOrder, { refresh: REFRESH })
  const [note, setNote] = useState(order.note)
  return (
    <section aria-label={t('orders.note')}>
      <Textarea
        label={t('orders.note')}
        description={order.store_note || undefined}
        autosize
        minRows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {note === order.note ? null : (
        <div className={classes.buttons}>
          <Button size="xs" loading={save.pending} onClick={() => void save.run({ order_id: order.order_id, note })}>
            {t('orders.save_note')}
          </Button>
        </div>
      )}
    </section>
  )
}
