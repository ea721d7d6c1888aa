import { Logo } from '@omni/ui/logo.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { LanguageSelect } from '../landing/language-select.tsx'
import { ThemeSwitch } from '../landing/theme-switch.tsx'
import classes from './auth-layout.module.css'

/** Decoration: arrives after the form. CSS keeps its place where there is room for it, so nothing moves. */
const ShowcasePanel = lazy(async () => ({ default: (await import('./showcase-panel.tsx')).ShowcasePanel }))
const YEAR = String(new Date().getFullYear())

/** Look 11-sign-in: a 560 column with the form, and the product beside it where there is room. */
export function AuthLayout({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  const t = useT()
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <header className={classes.bar}>
          <AppLink href="/" className={classes.brand}>
            <Logo size={28} />
            <span>Omni</span>
          </AppLink>
          <LanguageSelect />
        </header>
        <main className={classes.middle}>
          <div className={classes.form}>
            <h1 className={classes.title}>{title}</h1>
            {text ? <p className={classes.text}>{text}</p> : null}
            <div className={classes.content}>{children}</div>
          </div>
        </main>
        <footer className={classes.bar}>
          <span className={classes.small}>{t('auth.copyright', { year: YEAR })}</span>
          <ThemeSwitch />
        </footer>
      </div>
      {/* Nothing in it can be used, so it is not in the reading order. */}
      <aside className={classes.panel} aria-hidden="true">
        <Suspense>
          <ShowcasePanel />
        </Suspense>
      </aside>
    </div>
  )
}
