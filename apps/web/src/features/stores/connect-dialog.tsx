import { Button, CloseButton, Modal, TextInput } from '@mantine/core'
import type { Channel } from '@omni/domain/channels/document.ts'
import { type FormEvent, useState } from 'react'
import { CHANNEL_FACTS, KEYS_BY_HOOK_IDS } from '@omni/domain/vendors/manifest.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { Notice } from '../auth/notice.tsx'
import { isCopied, keyChannel, KeyFields, NO_KEY } from './key-fields.tsx'
import { isOutletChannel } from './outlet-channels.ts'
import { alreadyThere, shopAddress, suffixOf } from './shop-address.ts'
import type { ConnectedStore } from './store-health.ts'
import classes from './stores.module.css'
import { useConnect } from './use-connect.ts'
import { useConnectByKeys } from './use-connect-by-keys.ts'

const SUFFIX_WIDTH = 128

const textOf = (platform: Channel): TextKey => {
  if (isOutletChannel(platform)) return 'channels.connect_text_outlet'
  return KEYS_BY_HOOK_IDS.some((id) => id === platform) ? 'channels.connect_text_site' : 'channels.connect_text'
}

interface ConnectDialogProps {
  platform: Channel
  stores: readonly ConnectedStore[]
  /** The store's own page would hand its keys to nobody here: they are copied. */
  keysOnly: boolean
  /** Of a store that is connected anew. */
  address?: string
  onClose: () => void
}

/** Sourcing spec §2, connect-store modal. What was typed stays when it is refused, and the reason stands beside it. */
export function ConnectDialog({ platform, stores, keysOnly, address = '', onClose }: ConnectDialogProps) {
  const t = useT()
  const name = VENDOR_NAMES[platform]
  const keyed = keyChannel(platform)
  const [typed, setTyped] = useState(address)
  const [problem, setProblem] = useState<string | null>(null)
  const [byKey, setByKey] = useState(keysOnly)
  const [key, setKey] = useState(NO_KEY)
  const consent = useConnect(platform)
  const keys = useConnectByKeys()
  const hasAddress = !isOutletChannel(platform)
  const usesKey = keyed !== undefined && byKey
  const suffix = suffixOf(platform)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!hasAddress) return setProblem(await consent.connect(''))
    const shop = shopAddress(platform, typed)
    if (shop === null) return setProblem(t('channels.address_name_invalid', { name, suffix: suffix ?? '' }))
    if (alreadyThere(stores, platform, shop)) return setProblem(t('StoreAlreadyExistsInThisAccount'))
    if (!usesKey) return setProblem(await consent.connect(shop))
    const refusal = await keys.connect({ platform: keyed, shop, ...key })
    if (refusal === null) onClose()
    else setProblem(refusal)
  }
  const isEmpty = (hasAddress && typed.trim() === '') || (usesKey && !isCopied(key))
  const title = t('channels.connect_title', { name })
  return (
    <Modal.Root opened onClose={onClose} size={460} centered closeOnClickOutside={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <form className={classes.dialog} onSubmit={(event) => void submit(event)} noValidate>
          <div className={classes.dialogHead}>
            <h2 className={classes.dialogTitle}>{title}</h2>
            <CloseButton size={32} aria-label={t('actions.close')} onClick={onClose} />
          </div>
          {usesKey ? null : (
            <>
              <p className={classes.text}>{t(textOf(platform), { name })}</p>
              <ul className={classes.text}>
                <li>{t('channels.right_products')}</li>
                {CHANNEL_FACTS[platform].sells ? <li>{t('channels.right_orders')}</li> : null}
              </ul>
            </>
          )}
          {keysOnly ? <p className={classes.text}>{t('channels.keys_only')}</p> : null}
          {hasAddress ? (
            <AddressField
              platform={platform}
              value={typed}
              problem={usesKey ? null : problem}
              onChange={(text) => {
                setTyped(text)
                setProblem(null)
              }}
            />
          ) : null}
          {usesKey ? <KeyFields platform={keyed} value={key} onChange={setKey} /> : null}
          {(usesKey || !hasAddress) && problem ? <Notice>{problem}</Notice> : null}
          {keyed && !keysOnly ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setByKey(!byKey)}>
              {t(byKey ? 'channels.keys_leave' : 'channels.keys_use')}
            </Button>
          ) : null}
          <div className={classes.dialogActions}>
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" loading={consent.pending || keys.pending} disabled={isEmpty}>
              {t('channels.connect')}
            </Button>
          </div>
        </form>
      </Modal.Content>
    </Modal.Root>
  )
}

interface AddressFieldProps {
  platform: Channel
  value: string
  problem: string | null
  onChange: (typed: string) => void
}

function AddressField({ platform, value, problem, onChange }: AddressFieldProps) {
  const t = useT()
  const suffix = suffixOf(platform)
  return (
    <TextInput
      data-autofocus
      label={t('channels.address')}
      description={suffix ? t('channels.address_name', { name: VENDOR_NAMES[platform] }) : t('channels.address_text')}
      placeholder={suffix ? 'northwind' : 'https://northwind.example'}
      value={value}
      error={problem}
      maxLength={300}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="url"
      dir="ltr"
      {...(suffix
        ? { rightSection: <span className={classes.suffix}>{suffix}</span>, rightSectionWidth: SUFFIX_WIDTH }
        : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
