import { Button } from '@mantine/core'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Logo } from '@omni/ui/logo.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { hasPath } from '../../platform/navigation.ts'
import { NotFoundHere } from '../../shell/not-found-here.tsx'
import classes from './not-found.module.css'

/** /app/* — inside the shell (foundation spec §2, fallbacks). */
export const NotFoundInAppPage = NotFoundHere

/** /* — for anyone. */
export function NotFoundPage() {
  const t = useT()
  const start = hasPath('/') ? '/' : '/app'
  return (
    <main className={classes.outside}>
      <h1 className={classes.hidden}>{t('not_found.title')}</h1>
      <AppLink href={start} aria-label={t('shell.go_home')} className={classes.brand}>
        <Logo size={32} />
      </AppLink>
      <EmptyState
        drawing="map"
        title={t('not_found.title')}
        text={t('not_found.text')}
        action={
          <Button component={AppLink} href={start}>
            {t('not_found.start')}
          </Button>
        }
      />
    </main>
  )
}
