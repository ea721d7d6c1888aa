import { Button, Radio, Stack } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { FULFILMENT_OPTIONS, type FulfilmentOption } from '@omni/domain/order-settings/house-option.ts'
import { Card } from '@omni/ui/card.tsx'
import { useEffect, useRef, useState } from 'react'
import { HOUSE_SOURCE_ID } from '@omni/domain/vendors/manifest.ts'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useAct } from '../../platform/act.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { WhenLoaded } from '../product-settings/setting-rows.tsx'
import classes from './order-settings.module.css'

type Fulfilment = Out<typeof orderSettingsCalls.getZopiFulfilment>
const refresh = [orderSettingsCalls.getZopiFulfilment]
const OPTIONS = {
  [HOUSE_SOURCE_ID]: { text: 'house_option.house', note: 'house_option.house_text' },
  origin: { text: 'house_option.origin', note: 'house_option.origin_text' },
} as const

/** /app/setting/zopi-fulfillment — whether orders are matched to the house supplier. Seen, opened, answered. */
export function ZopiFulfillmentPage() {
  const t = useT()
  const reading = useCall(orderSettingsCalls.getZopiFulfilment, {}, { quiet: true })
  const view = useAct(orderSettingsCalls.viewZopiFulfilment, { refresh, quiet: true })
  const isUnseen = reading.data?.viewed === null
  const wasSent = useRef(false)
  useEffect(() => {
    if (!isUnseen || wasSent.current) return
    wasSent.current = true
    void view.run({})
  }, [isUnseen, view])
  return (
    <SettingsFrame title={t('house_option.title')} description={t('house_option.text')}>
      <WhenLoaded reading={reading}>{reading.data ? <Offer now={reading.data} /> : null}</WhenLoaded>
    </SettingsFrame>
  )
}

function Offer({ now }: { now: Fulfilment }) {
  const t = useT()
  const interact = useAct(orderSettingsCalls.interactZopiFulfilment, { refresh })
  const [opened, setOpened] = useState(now.interacted !== null)
  const open = () => {
    setOpened(true)
    void interact.run({})
  }
  return (
    <Card
      title={
        <span className={classes.title}>
          <VendorBadge vendor={HOUSE_SOURCE_ID} label="" />
          {t('house_option.offer')}
        </span>
      }
      description={t('house_option.offer_text')}
      actions={
        opened ? null : (
          <Button variant="default" onClick={open}>
            {t('house_option.how')}
          </Button>
        )
      }
    >
      {opened ? <Answer now={now} /> : null}
    </Card>
  )
}

function Answer({ now }: { now: Fulfilment }) {
  const t = useT()
  const format = useFormat()
  const confirm = useAct(orderSettingsCalls.confirmZopiFulfilment, { refresh })
  const [choice, setChoice] = useState<FulfilmentOption | null>(null)
  const chosen = choice ?? now.fulfillment
  const store = async () => {
    const reply = await confirm.run({ fulfillment: chosen })
    if (reply.success) toast('success', t('house_option.saved'))
  }
  return (
    <div className={classes.stack}>
      <ol className={classes.steps}>
        <li>{t('house_option.step_1')}</li>
        <li>{t('house_option.step_2')}</li>
        <li>{t('house_option.step_3')}</li>
      </ol>
      <Radio.Group
        aria-label={t('house_option.title')}
        name="fulfilment"
        value={chosen}
        onChange={(value) => setChoice(FULFILMENT_OPTIONS.find((one) => one === value) ?? null)}
      >
        <Stack gap={12}>
          {FULFILMENT_OPTIONS.map((one) => (
            <Radio key={one} value={one} label={t(OPTIONS[one].text)} description={t(OPTIONS[one].note)} />
          ))}
        </Stack>
      </Radio.Group>
      <div className={classes.notice}>
        <span className={classes.grow}>
          {now.confirmed
            ? t('house_option.answered', { name: now.confirmed.by, when: format.date(now.confirmed.at) })
            : t('house_option.not_answered')}
        </span>
        <Button
          loading={confirm.pending}
          disabled={now.confirmed !== null && chosen === now.fulfillment}
          onClick={() => void store()}
        >
          {t('house_option.confirm')}
        </Button>
      </div>
    </div>
  )
}
