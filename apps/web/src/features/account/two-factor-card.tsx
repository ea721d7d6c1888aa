import { Button } from '@mantine/core'
import { Card } from '@omni/ui/card.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../platform/account.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './account.module.css'

const TwoFactorSetup = lazy(() =>
  import('./two-factor-setup.tsx').then((module) => ({ default: module.TwoFactorSetup })),
)
const TwoFactorOff = lazy(() => import('./two-factor-off.tsx').then((module) => ({ default: module.TwoFactorOff })))

/** Optional TOTP second factor with recovery codes (spec: not shown). */
export function TwoFactorCard() {
  const t = useT()
  const { two_factor_enabled: on } = useAccount()
  const [step, setStep] = useState<'idle' | 'setup' | 'off'>('idle')
  return (
    <Card title={t('two_factor.title')} description={t('two_factor.text')} id="two-factor">
      {step === 'idle' ? (
        <div className={classes.line}>
          <StatusDot tone={on ? 'green' : 'grey'}>{t(on ? 'two_factor.on' : 'two_factor.is_off')}</StatusDot>
          <Button variant="default" onClick={() => setStep(on ? 'off' : 'setup')}>
            {t(on ? 'two_factor.turn_off' : 'two_factor.turn_on')}
          </Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {step === 'setup' ? <TwoFactorSetup onDone={() => setStep('idle')} /> : null}
        {step === 'off' ? <TwoFactorOff onDone={() => setStep('idle')} /> : null}
      </Suspense>
    </Card>
  )
}
