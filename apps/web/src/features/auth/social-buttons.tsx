import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { SIGN_IN_IDS } from '@omni/domain/vendors/badges.ts'
import { useEffect, useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { nextInAddress, rememberNext } from './entering.ts'
import { Notice } from './notice.tsx'
import { useFormAct } from './use-form-act.ts'
import classes from './auth-form.module.css'

type Social = (typeof SIGN_IN_IDS)[number]

/** Leaves for the provider's own page (foundation spec §7 auth/social). */
export function SocialButtons() {
  const t = useT()
  const [chosen, setChosen] = useState<Social | null>(null)
  const start = useFormAct(authCalls.startSocial, {
    onDone: (data) => {
      rememberNext(nextInAddress())
      if (data) window.location.assign(data.url)
    },
  })
  const { again } = start
  useEffect(() => {
    // Back from the provider the browser shows this page as it was left: with a busy button.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) again()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  })
  return (
    <>
      <div className={classes.socials}>
        {SIGN_IN_IDS.map((social) => (
          <Button
            key={social}
            variant="default"
            size="md"
            loading={start.pending && chosen === social}
            disabled={start.pending && chosen !== social}
            aria-label={t('auth.continue_with', { name: VENDOR_NAMES[social] })}
            leftSection={<VendorBadge vendor={social} label="" size={18} />}
            onClick={() => {
              setChosen(social)
              void start.run({ social })
            }}
          >
            {VENDOR_NAMES[social]}
          </Button>
        ))}
      </div>
      {start.problem ? <Notice>{start.problem.text}</Notice> : null}
    </>
  )
}
