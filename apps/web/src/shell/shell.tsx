import { useMediaQuery } from '@mantine/hooks'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { BackToTop } from '@omni/ui/back-to-top.tsx'
import { MOBILE_QUERY } from '@omni/ui/measures.ts'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SignedProvider } from '../platform/account.ts'
import { displayTimezone } from '../platform/format.ts'
import { useT } from '../platform/i18n.ts'
import { go } from '../platform/navigation.ts'
import { usePageTracking } from '../platform/page-tracking.ts'
import { useCall } from '../platform/query.ts'
import { listen } from '../platform/realtime.ts'
import { mode } from '../platform/session.ts'
import { useShortcuts } from '../platform/shortcuts.ts'
import { Banners } from './banners.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { EmbeddedBar } from './embedded-bar.tsx'
import { DockHost } from '../job-tracker/dock-host.tsx'
import { JUMPS } from './jumps.ts'
import { openPanel } from '../platform/panels.ts'
import { ShellPanels } from './shell-panels.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Foundation spec §2: hidden on the product editor page. */
const isEditor = (path: string) => /^\/app\/products-(center|import)\/editor\//.test(path)

function useRealtime() {
  useEffect(() => {
    const stop = new AbortController()
    void listen(stop.signal)
    return () => stop.abort()
  }, [])
}

/** Times on every screen are in the zone of the settings. Apart: their arrival draws nothing else again. */
function DisplayTimezone() {
  const settings = useCall(settingsCalls.getSettings, {}, { quiet: true })
  const timezone = settings.data?.settings.timezone
  useEffect(() => {
    if (timezone) displayTimezone.set(timezone)
  }, [timezone])
  return null
}

/** The frame of every `/app` screen; another one when a store's admin frames us (§2). */
export function Shell() {
  const t = useT()
  const { pathname } = useLocation()
  // Bars of the other width are not hidden but absent: a phone has better things to do than to build a side menu.
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  useRealtime()
  usePageTracking(pathname)
  useShortcuts({
    'mod+k': () => openPanel('palette'),
    '/': () => openPanel('palette'),
    '?': () => openPanel('keys'),
    ...Object.fromEntries(JUMPS.map(({ keys, href }) => [keys, () => go(href)])),
  })
  return (
    <SignedProvider>
      <DisplayTimezone />
      <div className={classes.shell}>
        <a className={classes.skip} href="#content">
          {t('shell.skip')}
        </a>
        {mode.embedded || mobile ? null : <Sidebar />}
        <div className={classes.column}>
          {mode.embedded ? <EmbeddedBar mobile={mobile} /> : <TopBar mobile={mobile} />}
          <Banners />
          <main id="content" className={classes.content} tabIndex={-1}>
            <Outlet />
          </main>
          {mobile ? <BottomBar /> : null}
        </div>
        {isEditor(pathname) ? null : <BackToTop />}
        <DockHost />
        <ShellPanels />
      </div>
    </SignedProvider>
  )
}
