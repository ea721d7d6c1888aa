import { Button } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Logo } from '@omni/ui/logo.tsx'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { HELP_CENTER_URL } from '../../platform/addresses.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { currentWorkplaceId } from '../../platform/session.ts'
import { LanguageSelect } from './language-select.tsx'
import { PublicFooter } from './public-footer.tsx'
import classes from './public-layout.module.css'

const LINKS: readonly { href: string; text: TextKey }[] = [
  { href: '/#product', text: 'public.product' },
  { href: '/recommended/apps', text: 'public.suppliers' },
  { href: '/public/pricing', text: 'public.pricing' },
  { href: HELP_CENTER_URL, text: 'public.help' },
]

/** Frame of the pages a stranger sees: landing, pricing, recommended apps. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const Icon = open ? IconX : IconMenu2
  // This browser has been inside before; the app's own guard decides whether it still may.
  const returning = currentWorkplaceId() !== null
  return (
    <div className={classes.page}>
      <a className={classes.skip} href="#content">
        {t('public.skip')}
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <AppLink href="/" className={classes.brand}>
            <Logo size={30} />
            <span>Omni</span>
          </AppLink>
          <nav id="public-menu" className={classes.nav} data-open={open || undefined} aria-label={t('public.menu')}>
            {LINKS.map(({ href, text }) => (
              <AppLink key={href} href={href} className={classes.link} onClick={() => setOpen(false)}>
                {t(text)}
              </AppLink>
            ))}
          </nav>
          <div className={classes.ends}>
            <span className={classes.wide}>
              <LanguageSelect />
            </span>
            <AppLink href={returning ? '/app' : '/login'} className={classes.link}>
              {returning ? t('public.open_app') : t('auth.sign_in')}
            </AppLink>
            <Button component={AppLink} href="/signup" className={classes.start}>
              {t('public.start_free')}
            </Button>
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={open}
              aria-controls="public-menu"
              aria-label={open ? t('actions.close') : t('public.menu')}
              onClick={() => setOpen(!open)}
            >
              <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
            </button>
          </div>
        </div>
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <PublicFooter />
    </div>
  )
}
