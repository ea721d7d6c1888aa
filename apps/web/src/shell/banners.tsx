import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconAlertTriangle, IconUserPlus, IconWifiOff } from '@tabler/icons-react'
import { useAccount } from '../platform/account.ts'
import { useFormat } from '../platform/format.ts'
import { useT } from '../platform/i18n.ts'
import { useCall } from '../platform/query.ts'
import classes from './banners.module.css'
import { openPanel } from '../platform/panels.ts'
import { ExampleTour, useTour } from './example-tour.tsx'

/** What is true of the whole app for a while: no network, maintenance, a demo account. */
export function Banners() {
  return (
    <div className={classes.stack}>
      <OfflineBanner />
      <MaintenanceBanner />
      <DemoBanner />
    </div>
  )
}

function OfflineBanner() {
  const t = useT()
  const { online } = useNetwork()
  if (online) return null
  return (
    <output className={classes.banner} data-tone="red">
      <IconWifiOff size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <span>{t('banner.offline')}</span>
    </output>
  )
}

/** Foundation spec §7, maintenance mode. */
function MaintenanceBanner() {
  const t = useT()
  const format = useFormat()
  const notice = useCall(settingsCalls.getMaintenanceNotice, {}, { quiet: true })
  if (!notice.data?.maintenance) return null
  const { message, from, until } = notice.data
  const when = from && until ? t('banner.maintenance_time', { from: format.date(from), until: format.date(until) }) : ''
  return (
    <output className={classes.banner} data-tone="amber">
      <IconAlertTriangle size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <span>{[message || t('banner.maintenance'), when].filter(Boolean).join(' ')}</span>
    </output>
  )
}

function DemoBanner() {
  const t = useT()
  const { is_demo, is_example } = useAccount()
  const { at, move } = useTour()
  if (!is_demo) return null
  if (at !== null) return <ExampleTour at={at} move={move} />
  return (
    <div className={classes.banner} data-tone="accent">
      <IconUserPlus size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <span className={classes.words}>{t(is_example ? 'banner.example' : 'banner.demo')}</span>
      <Button size="xs" variant="default" onClick={() => openPanel('real_account')}>
        {t('banner.demo_action')}
      </Button>
    </div>
  )
}
