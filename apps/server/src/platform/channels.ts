import { type OpenChannel, openChannel } from '@omni/connectors/channels/open-channel.ts'
import type { ChannelDefinition } from '@omni/connectors/channels/channel.ts'
import { keepTokens, type TokenStore } from '@omni/connectors/tokens.ts'
import type { Connected, VendorCall } from '@omni/connectors/vendor.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import { recordUnread } from './unread-rows.ts'
import { accountKey, CONNECTING, createPace, type PaceTime } from './vendor-pace.ts'

/** The sales channels as operations and jobs reach them. */
export interface Channels {
  /** Undefined: there is no connector for this platform. */
  definition(platform: Channel): ChannelDefinition | undefined
  /** Whether this installation has what connecting needs: an application at the platform, where one is needed. */
  connectable(): Channel[]
  app(platform: Channel): unknown
  /** What a definition's own account functions take, while nobody is connected yet. */
  call<C>(platform: Channel, credentials: C): VendorCall<unknown, C>
  /** Through one store's connection (features/stores/open-store.ts). */
  through(
    platform: Channel,
    account_id: string,
    store: TokenStore<unknown>,
    found?: VendorCall<unknown, unknown>['found'],
  ): OpenChannel
}

/** `definitions`: each keeps its own types inside. */
export function createChannels(
  definitions: object,
  { config, db, now, time }: { config: Config; db: Db; now: () => Date; time: PaceTime | undefined },
): Channels {
  const env = config.vendor_env
  const paceOf = createPace(db, time)
  const all = definitions as Partial<Record<Channel, ChannelDefinition>> // each keeps its own types inside

  function mustBe(platform: Channel): ChannelDefinition {
    const definition = all[platform]
    if (!definition) throw new Error(`no connector for ${platform}`)
    return definition
  }
  const app = (platform: Channel) => mustBe(platform).app.parse(mustBe(platform).setup(env).app)
  const callWith = <C>(platform: Channel, credentials: C, key: string): VendorCall<unknown, C> => ({
    app: app(platform),
    credentials,
    now,
    limits: paceOf(platform, key, mustBe(platform).limits).limits,
  })
  const isSetUp = (platform: Channel) => {
    const { needs } = mustBe(platform)
    return needs === undefined || env[needs] !== undefined
  }

  return {
    definition: (platform) => all[platform],
    connectable: () => (Object.keys(all) as Channel[]).filter(isSetUp), // its own keys
    app,
    call: (platform, credentials) => callWith(platform, credentials, CONNECTING),
    through(platform, account_id, store, found) {
      const definition = mustBe(platform)
      const key = accountKey(platform, account_id)
      const renew = definition.account?.refresh
      const refresh = renew && ((old: Connected<unknown>) => renew(callWith(platform, old.credentials, key)))
      const tokens = keepTokens({ vendor: platform, store, ...(refresh && { refresh }) })
      const opening = { app: app(platform), tokens, now, unread: recordUnread(db, platform), ...(found && { found }) }
      return openChannel(definition, { ...opening, ...paceOf(platform, key, definition.limits) })
    },
  }
}
