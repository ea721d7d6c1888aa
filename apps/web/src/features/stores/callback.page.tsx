import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import type { Envelope, Out } from '@omni/contracts/kernel.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { useEffect, useRef, useState } from 'react'
import { OUTLET_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { signOut } from '../../platform/account.ts'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { trackAction } from '../../platform/track.ts'
import { messageOf } from '../../platform/reactions.ts'
import { currentWorkplaceId, setWorkplace } from '../../platform/session.ts'
import { CHANNELS_PAGE, forgetBegun, readBegun, takePendingAction } from '../../platform/pending-action.ts'
import { toast } from '../../platform/toasts.tsx'
import { safeNext } from '../auth/entering.ts'
import { readCameBack } from './came-back.ts'
import { Connecting, NotConnected } from './connect-result.tsx'
import { isOutletChannel, OUTLET_CALLS } from './outlet-channels.ts'
import { type Outlets, PickOutlet } from './pick-outlet.tsx'
import { signInFirst, useSignedIn } from './use-signed-in.ts'

/** Foundation spec §8: what a refused installation means for the person who waits. */
const NEXT_STEPS: readonly { status: number; title: TextKey; text: TextKey }[] = [
  {
    status: CODES.store_has_other_owner.status,
    title: 'channels.other_owner_title',
    text: 'channels.other_owner_text',
  },
  {
    status: CODES.store_migrate_in_process.status,
    title: 'channels.move_asked_title',
    text: 'channels.move_asked_text',
  },
  { status: CODES.connect_with_due_package.status, title: 'channels.due_title', text: 'channels.due_text' },
  { status: CODES.connect_with_due_package_ah.status, title: 'channels.due_title', text: 'channels.due_text' },
]
const SIGN_IN_FIRST: readonly number[] = [CODES.unauthorized.status, CODES.install_without_sign_in.status]

/** /callback — back from a platform: what it sent is handed to the server once, as it is. */
export function CallbackPage() {
  const t = useT()
  const [{ platform, refused, query }] = useState(() => readCameBack(window.location.search))
  const complete = platform !== null && !refused
  const { account, problem } = useSignedIn(complete)
  const install = useAct(storeCalls.installPlatform, {
    refresh: [storeCalls.listStore, authCalls.getAccount],
    quiet: true,
  })
  const outletPlatform = platform && isOutletChannel(platform) ? platform : null
  const comeBack = useAct(OUTLET_CALLS[outletPlatform ?? OUTLET_CHANNEL_IDS[0]].callback, { refresh: [], quiet: true })
  const [outlets, setOutlets] = useState<Outlets | null>(null)
  const [failure, setFailure] = useState<Envelope | null>(null)
  const [begun] = useState(readBegun)
  const otherPerson = account !== null && begun !== null && begun.user_id !== account.id
  const sent = useRef(false)
  const goOn = (store: Out<typeof storeCalls.installPlatform>) => {
    trackAction('connect', { platform: store.platform })
    toast('success', t('channels.connected', { name: store.store_name || store.domain }))
    go(safeNext(takePendingAction() ?? CHANNELS_PAGE))
  }
  useEffect(() => {
    // A code works once: a second run of this effect must not spend it again.
    if (!platform || !account || otherPerson || sent.current) return
    sent.current = true
    const workplace = begun?.workplace_id
    if (workplace && workplace !== currentWorkplaceId() && account.workplaces.some(({ id }) => id === workplace))
      setWorkplace(workplace)
    if (outletPlatform)
      void comeBack.run({ query }).then((reply) => {
        if (SIGN_IN_FIRST.includes(reply.status)) return signInFirst()
        forgetBegun()
        return reply.success && reply.data ? setOutlets(reply.data) : setFailure(reply)
      })
    else
      void install.run({ platform, query }).then((reply) => {
        if (SIGN_IN_FIRST.includes(reply.status)) return signInFirst()
        forgetBegun()
        return reply.success && reply.data ? goOn(reply.data) : setFailure(reply)
      })
    // Once per visit.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [account, otherPerson])

  if (refused) return <NotConnected title={t('channels.refused_title')} text={t('channels.refused_text')} />
  if (!platform) return <NotConnected title={t('channels.no_answer_title')} text={t('channels.no_answer_text')} />
  if (otherPerson)
    return (
      <NotConnected
        title={t('channels.other_person_title')}
        text={t('channels.other_person_text', { email: account.email })}
        action={
          <Button size="lg" onClick={() => void signOut()}>
            {t('shell.log_out')}
          </Button>
        }
      />
    )
  if (failure) {
    const movedFrom = { platform, shop: query['shop'] ?? '' }
    const step = NEXT_STEPS.find(({ status }) => status === failure.status)
    return (
      <NotConnected
        title={t(step?.title ?? 'channels.install_failed_title')}
        text={t(step?.text ?? 'channels.install_failed_text')}
        reason={messageOf(failure)}
        action={
          failure.status === CODES.store_has_other_owner.status ? (
            <Button component={AppLink} size="lg" href={`/app/setting/migrate?${new URLSearchParams(movedFrom)}`}>
              {t('channels.move_title')}
            </Button>
          ) : undefined
        }
      />
    )
  }
  if (problem !== null)
    return (
      <NotConnected
        title={t('channels.install_failed_title')}
        text={t('channels.install_failed_text')}
        reason={problem}
      />
    )
  if (outletPlatform && outlets) return <PickOutlet platform={outletPlatform} outlets={outlets} onConnected={goOn} />
  return <Connecting title={t('channels.callback_title')} />
}
