import { PasswordInput, TextInput } from '@mantine/core'
import type { Channel } from '@omni/domain/channels/document.ts'
import { KEYS_BY_HAND_IDS } from '@omni/domain/vendors/manifest.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './stores.module.css'

export type KeyChannel = (typeof KEYS_BY_HAND_IDS)[number]
export const keyChannel = (platform: Channel): KeyChannel | undefined => KEYS_BY_HAND_IDS.find((id) => id === platform)

/** A key of the store and its secret, as they were copied there. */
export interface CopiedKey {
  key: string
  secret: string
}
export const NO_KEY: CopiedKey = { key: '', secret: '' }
export const isCopied = ({ key, secret }: CopiedKey): boolean => key.trim() !== '' && secret.trim() !== ''

interface KeyFieldsProps {
  platform: KeyChannel
  value: CopiedKey
  onChange: (value: CopiedKey) => void
}

const OPTIONS = {
  maxLength: 200,
  maw: 420,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  dir: 'ltr',
} as const

export function KeyFields({ platform, value, onChange }: KeyFieldsProps) {
  const t = useT()
  return (
    <>
      <p className={classes.text}>{t(`channels.keys_where.${platform}`)}</p>
      <TextInput
        {...OPTIONS}
        label={t('channels.keys_key')}
        value={value.key}
        onChange={(event) => onChange({ ...value, key: event.currentTarget.value })}
      />
      <PasswordInput
        {...OPTIONS}
        label={t('channels.keys_secret')}
        value={value.secret}
        onChange={(event) => onChange({ ...value, secret: event.currentTarget.value })}
      />
    </>
  )
}
