import { Button, Select, TextInput } from '@mantine/core'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { type Channel, isChannel } from '@omni/domain/channels/document.ts'
import { Card } from '@omni/ui/card.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { type FormEvent, useState } from 'react'
import { SITE_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { useAccount } from '../../platform/account.ts'
import { useAct } from '../../platform/act.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { useWorkplaceId } from '../../platform/session.ts'
import { recordBegun } from '../../platform/pending-action.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { isCopied, keyChannel, KeyFields, NO_KEY } from './key-fields.tsx'
import { shopAddress, suffixOf } from './shop-address.ts'
import classes from './stores.module.css'
import { useConnectByKeys } from './use-connect-by-keys.ts'

/** Those whose owner can prove it at the store. */
const MOVABLE: readonly Channel[] = SITE_CHANNEL_IDS

/** /app/setting/migrate — a store that another account has connected is moved here by its owner. */
export function MigratePage() {
  const t = useT()
  const format = useFormat()
  const { id } = useAccount()
  const workplace = useWorkplaceId()
  const [asked] = useState(() => new URLSearchParams(window.location.search))
  const given = asked.get('platform') ?? ''
  const [platform, setPlatform] = useState<Channel>(
    isChannel(given) && MOVABLE.includes(given) ? given : SITE_CHANNEL_IDS[0],
  )
  const [shop, setShop] = useState(asked.get('shop') ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const begin = useAct(storeCalls.migrateStore, { refresh: [storeCalls.listMigrations], quiet: true })
  const keys = useConnectByKeys()
  const [key, setKey] = useState(NO_KEY)
  const stores = useCall(storeCalls.listStore, {}, { quiet: true })
  // A store that hands its keys to nobody here is proved by a key that was copied there.
  const keyed = stores.data?.keys_only.includes(platform) ? keyChannel(platform) : undefined
  const moves = useCall(storeCalls.listMigrations, {}, { quiet: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = shopAddress(platform, shop)
    if (address === null)
      return setProblem(
        t('channels.address_name_invalid', { name: VENDOR_NAMES[platform], suffix: suffixOf(platform) ?? '' }),
      )
    if (keyed) return setProblem(await keys.connect({ platform: keyed, shop: address, ...key, moves: true }))
    const reply = await begin.run({ platform, shop: address })
    if (!reply.success || !reply.data) return setProblem(messageOf(reply) || t('channels.connect_failed'))
    recordBegun({ user_id: id, workplace_id: workplace ?? '' })
    window.location.assign(reply.data.url)
  }
  return (
    <SettingsFrame title={t('channels.move_title')} description={t('channels.move_text')}>
      <Card title={t('channels.move_prove')} description={t('channels.move_prove_text')}>
        <form className={classes.settings} onSubmit={(event) => void submit(event)} noValidate>
          <Select
            label={t('channels.channel')}
            allowDeselect={false}
            maw={320}
            data={MOVABLE.map((one) => ({ value: one, label: VENDOR_NAMES[one] }))}
            value={platform}
            onChange={(value) => {
              if (value !== null && isChannel(value)) setPlatform(value)
            }}
          />
          <TextInput
            label={t('channels.address')}
            value={shop}
            error={problem}
            maxLength={300}
            maw={420}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            dir="ltr"
            onChange={(event) => {
              setShop(event.currentTarget.value)
              setProblem(null)
            }}
          />
          {keyed ? <KeyFields platform={keyed} value={key} onChange={setKey} /> : null}
          <div>
            <Button
              type="submit"
              loading={begin.pending || keys.pending}
              disabled={shop.trim() === '' || (keyed !== undefined && !isCopied(key))}
            >
              {t('channels.move_do')}
            </Button>
          </div>
        </form>
      </Card>
      {moves.data && moves.data.items.length > 0 ? (
        <Card title={t('channels.moves')}>
          {moves.data.items.map((move) => (
            <div key={move.id} className={classes.row}>
              <div className={classes.words}>
                <div className={classes.name}>
                  <span dir="auto">{move.store_name}</span>
                </div>
                <div className={classes.note}>
                  <bdi dir="ltr">{move.platform_domain}</bdi>
                </div>
                <StatusDot tone={move.is_confirmed ? 'accent' : 'amber'}>
                  {move.is_confirmed
                    ? t('channels.move_under_way')
                    : t('channels.move_mailed', { mail: move.mailed_to, when: format.date(move.expires_at) })}
                </StatusDot>
              </div>
            </div>
          ))}
        </Card>
      ) : null}
    </SettingsFrame>
  )
}
