import { Logo } from '@omni/ui/logo.tsx'
import { HELP_CENTER_URL } from '../../platform/addresses.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { LanguageSelect } from './language-select.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import classes from './public-footer.module.css'

const GROUPS: readonly { title: TextKey; links: readonly { href: string; text: TextKey }[] }[] = [
  {
    title: 'public.product',
    links: [
      { href: '/#product', text: 'public.what_it_does' },
      { href: '/public/pricing', text: 'public.pricing' },
      { href: '/recommended/apps', text: 'public.suppliers_and_channels' },
    ],
  },
  {
    title: 'public.account',
    links: [
      { href: '/login', text: 'auth.sign_in' },
      { href: '/signup', text: 'auth.create_account' },
      { href: '/forgot-password', text: 'auth.forgot_title' },
    ],
  },
]

const YEAR = String(new Date().getFullYear())

export function PublicFooter() {
  const t = useT()
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.about}>
          <span className={classes.brand}>
            <Logo size={26} />
            Omni
          </span>
          <p className={classes.text}>{t('public.footer_text')}</p>
        </div>
        {GROUPS.map(({ title, links }) => (
          <nav key={title} aria-label={t(title)} className={classes.group}>
            <h2 className={classes.heading}>{t(title)}</h2>
            {links.map(({ href, text }) => (
              <AppLink key={href} href={href} className={classes.link}>
                {t(text)}
              </AppLink>
            ))}
          </nav>
        ))}
        <nav aria-label={t('public.build')} className={classes.group}>
          <h2 className={classes.heading}>{t('public.build')}</h2>
          {/* Served by the API, not a screen of this app: a full load. */}
          <a href="/api/docs" className={classes.link}>
            {t('public.api_docs')}
          </a>
          <AppLink href={HELP_CENTER_URL} className={classes.link}>
            {t('public.help')}
          </AppLink>
        </nav>
      </div>
      <div className={classes.base}>
        <span>{t('public.copyright', { year: YEAR })}</span>
        <span className={classes.switches}>
          <ThemeSwitch />
          <LanguageSelect />
        </span>
      </div>
    </footer>
  )
}
