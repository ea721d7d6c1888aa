import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CHANNEL_FACTS } from '@omni/domain/vendors/manifest.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useAct } from '../../platform/act.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { toast } from '../../platform/toasts.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { keyChannel } from './key-fields.tsx'
import { type ConnectedStore, HEALTH } from './store-health.ts'
import classes from './stores.module.css'
import { useConnect } from './use-connect.ts'
import { useDisconnect } from './use-disconnect.ts'

const nameOf = ({ store_name, domain }: ConnectedStore) => store_name || domain
const REFRESH = [storeCalls.listStore, authCalls.getAccount] as const

/** One store: how its connection stands, and what can be done about it. */
export function StoreRow({ store }: { store: ConnectedStore }) {
  const t = useT()
  const [leaving, setLeaving] = useState(false)
  const makeDefault = useAct(storeCalls.updateDefaultStore, {
    refresh: REFRESH,
    optimistic: ({ store_id }) =>
      patchAnswers(storeCalls.listStore, ({ items, ...rest }) => ({
        ...rest,
        items: items.map((item) => ({ ...item, is_default: item.id === store_id })),
      })),
  })
  const check = useAct(storeCalls.verifyPlatform, { refresh: REFRESH, quiet: true })
  const leave = useDisconnect(store)
  const unlink = useAct(storeCalls.unlinkPlatform, { refresh: REFRESH })
  const { id, platform, is_default } = store
  const { repair } = HEALTH[store.health]
  const isActive = store.status === 'active'
  const name = nameOf(store)
  // What a person copied there, or allowed there, stays good until its owner takes it back.
  const keyed = keyChannel(platform)
  const revoke = keyed ? t(`channels.keys_revoke.${keyed}`) : ''
  const look = async () => {
    const reply = await check.run({ store_id: id })
    if (!reply.success || !reply.data) toast('error', messageOf(reply) || t('channels.check_failed', { name }))
    else if (reply.data.health === 'ok') toast('success', t('channels.check_ok', { name }))
    else toast('info', `${name}: ${t(HEALTH[reply.data.health].text)}`)
  }
  const disconnect = async () => {
    const reply = await leave.run()
    if (!reply.success) return toast('error', messageOf(reply) || t('channels.disconnect_failed', { name }))
    setLeaving(false)
    toast('success', [t('channels.disconnected', { name }), revoke].filter(Boolean).join(' '))
    if (reply.data?.unsubscribed === false) toast('info', t('channels.still_told', { name }))
  }
  return (
    <div className={classes.row}>
      <VendorBadge vendor={platform} label={VENDOR_NAMES[platform]} size={28} />
      <StoreFacts store={store} />
      <div className={classes.rowActions}>
        {isActive && !is_default ? (
          <Button
            size="xs"
            variant="subtle"
            aria-label={`${t('account.make_default')}: ${name}`}
            onClick={() => void makeDefault.run({ store_id: id })}
          >
            {t('account.make_default')}
          </Button>
        ) : null}
        {repair === 'connect' ? <Reconnect store={store} /> : null}
        {isActive ? null : (
          <Button
            size="xs"
            variant="subtle"
            loading={unlink.pending}
            aria-label={`${t('channels.unlink')}: ${name}`}
            onClick={() => void unlink.run({ store_id: id })}
          >
            {t('channels.unlink')}
          </Button>
        )}
        {isActive ? (
          <>
            <Button
              size="xs"
              variant="default"
              loading={check.pending}
              aria-label={`${t('channels.check')}: ${name}`}
              onClick={() => void look()}
            >
              {t('channels.check')}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={`${t('channels.disconnect')}: ${name}`}
              onClick={() => setLeaving(true)}
            >
              {t('channels.disconnect')}
            </Button>
          </>
        ) : null}
      </div>
      <ConfirmDialog
        opened={leaving}
        onClose={() => setLeaving(false)}
        title={t('channels.disconnect_title', { name })}
        text={[t('channels.disconnect_text'), revoke].filter(Boolean).join(' ')}
        confirm={t('channels.disconnect')}
        danger
        loading={leave.pending}
        onConfirm={() => void disconnect()}
      />
    </div>
  )
}

/** By the page that has let us in before, or with a key where that page hands none to us. */
function Reconnect({ store }: { store: ConnectedStore }) {
  const t = useT()
  const { platform, platform_domain } = store
  const [keying, setKeying] = useState(false)
  const keysOnly = useCall(storeCalls.listStore, {}, { quiet: true }).data?.keys_only.includes(platform) ?? false
  const { connect, pending } = useConnect(platform)
  const again = async () => {
    if (keysOnly) return setKeying(true)
    const problem = await connect(platform_domain)
    if (problem) toast('error', problem)
  }
  return (
    <>
      <Button
        size="xs"
        loading={pending}
        aria-label={`${t('channels.reconnect')}: ${nameOf(store)}`}
        onClick={() => void again()}
      >
        {t('channels.reconnect')}
      </Button>
      {keying ? (
        <ConnectDialog
          platform={platform}
          stores={[]}
          keysOnly
          address={platform_domain}
          onClose={() => setKeying(false)}
        />
      ) : null}
    </>
  )
}

/** What is known of a store: its name, how its connection stands, where it shows products and what it lacks. */
function StoreFacts({ store }: { store: ConnectedStore }) {
  const t = useT()
  const format = useFormat()
  const { id, platform, domain, status, health, checked_at, currency, is_default } = store
  const { tone, text } = HEALTH[health]
  const isActive = status === 'active'
  const facts = [currency, checked_at ? t('channels.checked', { when: format.ago(checked_at) }) : ''].filter(Boolean)
  return (
    <div className={classes.words}>
      <div className={classes.name}>
        <span dir="auto">{nameOf(store)}</span>
        {isActive ? <span className={classes.badge}>{t('channels.active')}</span> : null}
        {is_default ? <span className={classes.badge}>{t('account.default_store')}</span> : null}
      </div>
      <div className={classes.note}>
        <bdi dir="ltr">{domain}</bdi>
        {facts.map((fact) => ` · ${fact}`)}
      </div>
      <StatusDot tone={tone}>{t(text)}</StatusDot>
      {CHANNEL_FACTS[platform].publications && isActive ? <Publications store_id={id} /> : null}
      {CHANNEL_FACTS[platform].requirements && isActive ? <Prerequisites store_id={id} /> : null}
    </div>
  )
}

/** Where inside a store products can be shown. Nothing while it is not known. */
function Publications({ store_id }: { store_id: string }) {
  const t = useT()
  const publications = useCall(storeCalls.listPublications, { store_id }, { quiet: true })
  const names = publications.data?.items.map(({ name }) => name) ?? []
  return names.length > 0 ? (
    <div className={classes.note}>{t('channels.shows_in', { names: names.join(', ') })}</div>
  ) : null
}

/** What a store of a marketplace lacks before it may list, in its own words. Nothing while it lacks nothing. */
function Prerequisites({ store_id }: { store_id: string }) {
  const t = useT()
  const checked = useCall(storeCalls.checkPrerequisites, { store_id }, { quiet: true })
  const failed = checked.data?.items.filter(({ is_failed }) => is_failed) ?? []
  const reasons = failed.map(({ item, reasons: [first] }) => first ?? item)
  return reasons.length > 0 ? (
    <div className={classes.note} dir="auto">
      {t('channels.not_ready', { reasons: reasons.join(' ') })}
    </div>
  ) : null
}
