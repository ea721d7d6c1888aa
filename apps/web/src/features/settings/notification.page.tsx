import { Skeleton, Switch } from '@mantine/core'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { useId } from 'react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import classes from './settings.module.css'

const KINDS = ['product', 'supplier', 'order', 'email_digest'] as const
type Kind = (typeof KINDS)[number]

const IN_APP: readonly { kind: Kind; name: TextKey; note: TextKey }[] = [
  { kind: 'order', name: 'notify.order', note: 'notify.order_text' },
  { kind: 'product', name: 'notify.product', note: 'notify.product_text' },
  { kind: 'supplier', name: 'notify.supplier', note: 'notify.supplier_text' },
]
const BY_MAIL: typeof IN_APP = [{ kind: 'email_digest', name: 'notify.digest', note: 'notify.digest_text' }]

/** /app/setting/notification — which news reach the seller, and how (spec: not shown which; see the contract). */
export function NotificationPage() {
  const t = useT()
  const settings = useCall(settingsCalls.getSettings, {}, { quiet: true })
  const save = useAct(settingsCalls.updateSettings, {
    refresh: [settingsCalls.getSettings],
    optimistic: ({ settings: change }) =>
      patchAnswers(settingsCalls.getSettings, ({ settings: before }) => {
        const notification = { ...before.notification }
        for (const kind of KINDS) notification[kind] = change.notification?.[kind] ?? before.notification[kind]
        return { settings: { ...before, notification } }
      }),
  })
  const current = settings.data?.settings.notification
  const rows = (kinds: typeof IN_APP) =>
    kinds.map(({ kind, name, note }) => (
      <SwitchRow
        key={kind}
        name={t(name)}
        note={t(note)}
        on={current?.[kind] ?? false}
        onChange={(on) => void save.run({ settings: { notification: { [kind]: on } } })}
      />
    ))
  return (
    <SettingsFrame title={t('settings.notification')} description={t('notify.text')}>
      {settings.isError ? (
        <Card>
          <ReadFailed reading={settings} title="settings.failed" />
        </Card>
      ) : null}
      {settings.isPending ? (
        <Card>
          <Skeleton height={160} />
        </Card>
      ) : null}
      {current ? (
        <>
          <Card title={t('notify.in_app')} description={t('notify.in_app_text')}>
            <div className={classes.switches}>{rows(IN_APP)}</div>
          </Card>
          <Card title={t('notify.by_mail')} description={t('notify.by_mail_text')}>
            <div className={classes.switches}>{rows(BY_MAIL)}</div>
          </Card>
        </>
      ) : null}
    </SettingsFrame>
  )
}

function SwitchRow({
  name,
  note,
  on,
  onChange,
}: {
  name: string
  note: string
  on: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <div className={classes.switch}>
      <div>
        <div className={classes.name} id={id}>
          {name}
        </div>
        <div className={classes.note} id={`${id}-note`}>
          {note}
        </div>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}
