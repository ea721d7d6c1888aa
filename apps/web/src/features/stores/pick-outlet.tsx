import { Button, Radio } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { messageOf } from '../../platform/reactions.ts'
import { CHANNELS_PAGE } from '../../platform/pending-action.ts'
import { AuthLayout } from '../auth/auth-layout.tsx'
import { Notice } from '../auth/notice.tsx'
import classes from '../auth/auth-form.module.css'
import { OUTLET_CALLS, type OutletChannel } from './outlet-channels.ts'
import own from './stores.module.css'

export type Outlets = Out<typeof storeCalls.callbackFacebook>

interface PickOutletProps {
  platform: OutletChannel
  outlets: Outlets
  onConnected: (store: Out<typeof storeCalls.linkFacebook>) => void
}

/** The catalog or account that products go to. What was refused leaves the others to pick. */
export function PickOutlet({ platform, outlets: { ticket, outlets }, onConnected }: PickOutletProps) {
  const t = useT()
  const [id, setId] = useState(outlets[0]?.id ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const link = useAct(OUTLET_CALLS[platform].link, {
    refresh: [storeCalls.listStore, authCalls.getAccount],
    quiet: true,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await link.run({ ticket, id })
    if (reply.success && reply.data) onConnected(reply.data)
    else setProblem(messageOf(reply) || t('channels.install_failed_text'))
  }
  const title = t(`channels.pick.${platform}`)
  return (
    <AuthLayout title={title} text={t('channels.pick_text')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        {problem ? <Notice>{problem}</Notice> : null}
        <Radio.Group name="outlet" aria-label={title} value={id} onChange={setId}>
          <div className={own.outlets}>
            {outlets.map((outlet) => (
              <Radio
                key={outlet.id}
                value={outlet.id}
                label={<bdi>{outlet.name}</bdi>}
                description={<bdi>{[outlet.owner, outlet.id].filter(Boolean).join(' · ')}</bdi>}
              />
            ))}
          </div>
        </Radio.Group>
        <Button type="submit" size="lg" loading={link.pending} disabled={id === ''}>
          {t('channels.connect')}
        </Button>
        <Button component={AppLink} href={CHANNELS_PAGE} size="lg" variant="default">
          {t('channels.back_to_channels')}
        </Button>
      </form>
    </AuthLayout>
  )
}
