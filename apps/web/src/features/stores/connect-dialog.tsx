import { Button, CloseButton, Modal, TextInput } from '@mantine/core'
import type { Channel } from '@omni/domain/channels/document.ts'
import { type FormEvent, useState } from 'react'
import { CHANNEL_FACTS } from '@omni/domain/vendors/manifest.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { Notice } from '../auth/notice.tsx'
import { isOutletChannel } from './outlet-channels.ts'
import { alreadyThere, shopAddress, suffixOf } from './shop-address.ts'
import type { ConnectedStore } from './store-health.ts'
import classes from './stores.module.css'
import { useConnect } from './use-connect.ts'

const SUFFIX_WIDTH = 128

const textOf = (platform: Channel): TextKey => {
  if (isOutletChannel(platform)) return 'channels.connect_text_outlet'
  return CHANNEL_FACTS[platform].keys_by_hook ? 'channels.connect_text_site' : 'channels.connect_text'
}

interface ConnectDialogProps {
  platform: Channel
  stores: readonly ConnectedStore[]
  onClose: () => void
}

/** Sourcing spec §2, connect-store modal. What was typed stays when it is refused, and the reason stands beside it. */
export function ConnectDialog({ platform, stores, onClose }: ConnectDialogProps) {
  const t = useT()
  const name = VENDOR_NAMES[platform]
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { connect, pending } = useConnect(platform)
  const hasAddress = !isOutletChannel(platform)
  const suffix = suffixOf(platform)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!hasAddress) return setProblem(await connect(''))
    const shop = shopAddress(platform, typed)
    if (shop === null) return setProblem(t('channels.address_name_invalid', { name, suffix: suffix ?? '' }))
    if (alreadyThere(stores, platform, shop)) return setProblem(t('StoreAlreadyExistsInThisAccount'))
    setProblem(await connect(shop))
  }
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
          <p className={classes.text}>{t(textOf(platform), { name })}</p>
          {hasAddress ? (
            <TextInput
              data-autofocus
              label={t('channels.address')}
              description={suffix ? t('channels.address_name', { name }) : t('channels.address_text')}
              placeholder={suffix ? 'northwind' : 'https://northwind.example'}
              value={typed}
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
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setProblem(null)
              }}
            />
          ) : null}
          {!hasAddress && problem ? <Notice>{problem}</Notice> : null}
          <div className={classes.dialogActions}>
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" loading={pending} disabled={hasAddress && typed.trim() === ''}>
              {t('channels.connect')}
            </Button>
          </div>
        </form>
      </Modal.Content>
    </Modal.Root>
  )
}
