import { Skeleton, Switch } from '@mantine/core'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
} from '@omni/domain/notifications/kinds.ts'
import { Card } from '@omni/ui/card.tsx'
import { useAct } from '../../platform/act.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import classes from './settings.module.css'

const KIND_TEXTS: Record<NotificationKind, { name: TextKey; note: TextKey }> = {
  order: { name: 'notify.order', note: 'notify.order_text' },
  product: { name: 'notify.product', note: 'notify.product_text' },
  supplier: { name: 'notify.supplier', note: 'notify.supplier_text' },
  system: { name: 'notify.system', note: 'notify.system_text' },
}
const CHANNEL_TEXTS: Record<NotificationChannel, TextKey> = {
  app: 'notify.in_app',
  mail: 'notify.by_mail',
  digest: 'notify.digest',
}
/** What comes most often first. */
const SHOWN: readonly NotificationKind[] = NOTIFICATION_KINDS.toSorted(
  (a, b) => Number(b === 'order') - Number(a === 'order'),
)

/** /app/setting/notification — which news reach the seller, and how (spec: not shown which; see the contract). */
export function NotificationPage() {
  const t = useT()
  const settings = useCall(settingsCalls.getSettings, {}, { quiet: true })
  const save = useAct(settingsCalls.updateSettings, {
    refresh: [settingsCalls.getSettings],
    optimistic: ({ settings: change }) =>
      patchAnswers(settingsCalls.getSettings, ({ settings: before }) => {
        const notification = { ...before.notification }
        for (const kind of NOTIFICATION_KINDS)
          for (const channel of NOTIFICATION_CHANNELS) {
            const on = change.notification?.[kind]?.[channel]
            if (on !== undefined) notification[kind] = { ...notification[kind], [channel]: on }
          }
        return { settings: { ...before, notification } }
      }),
  })
  const current = settings.data?.settings.notification
  return (
    <SettingsFrame title={t('settings.notification')} description={t('notify.text')}>
      {settings.isError ? (
        <Card>
          <ReadFailed reading={settings} title="settings.failed" />
        </Card>
      ) : null}
      {settings.isPending ? (
        <Card>
          <Skeleton height={260} />
        </Card>
      ) : null}
      {current ? (
        <>
          <Card title={t('notify.news')} description={t('notify.news_text')}>
            <table className={classes.channels}>
              <thead>
                <tr>
                  <th scope="col">{t('notify.kind')}</th>
                  {NOTIFICATION_CHANNELS.map((channel) => (
                    <th key={channel} scope="col">
                      {t(CHANNEL_TEXTS[channel])}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {SHOWN.map((kind) => (
                  <tr key={kind}>
                    <th scope="row">
                      <div className={classes.name}>{t(KIND_TEXTS[kind].name)}</div>
                      <div className={classes.note}>{t(KIND_TEXTS[kind].note)}</div>
                    </th>
                    {NOTIFICATION_CHANNELS.map((channel) => (
                      <td key={channel}>
                        <Switch
                          aria-label={t('notify.switch_of', {
                            kind: t(KIND_TEXTS[kind].name),
                            channel: t(CHANNEL_TEXTS[channel]),
                          })}
                          checked={current[kind][channel]}
                          onChange={(event) =>
                            void save.run({
                              settings: { notification: { [kind]: { [channel]: event.currentTarget.checked } } },
                            })
                          }
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <p className={classes.note}>{t('notify.digest_text')}</p>
          </Card>
          <Card title={t('notify.always')} description={t('notify.always_text')} />
        </>
      ) : null}
    </SettingsFrame>
  )
}
