import type { Out } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { StoreHealth } from '@omni/domain/stores/store-health.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'

export type ConnectedStore = Out<typeof storeCalls.listStore>['items'][number]

/** `repair`: what a person does about it; 'wait' is nothing. */
export const HEALTH: Record<StoreHealth, { tone: Tone; text: TextKey; repair: 'connect' | 'check' | 'wait' }> = {
  ok: { tone: 'green', text: 'channels.health_ok', repair: 'wait' },
  expired: { tone: 'red', text: 'channels.health_expired', repair: 'connect' },
  unreachable: { tone: 'amber', text: 'channels.health_unreachable', repair: 'check' },
  webhooks_lost: { tone: 'amber', text: 'channels.health_webhooks_lost', repair: 'check' },
  closed: { tone: 'red', text: 'channels.health_closed', repair: 'check' },
  disconnected: { tone: 'grey', text: 'channels.health_disconnected', repair: 'connect' },
}
