import { Button } from '@mantine/core'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { AppLink } from '../platform/app-link.tsx'
import { useT } from '../platform/i18n.ts'
import classes from './not-found-here.module.css'

/** Inside the shell: the address fits no page, or fits one that knows no such thing. */
export function NotFoundHere() {
  const t = useT()
  return (
    <div className={classes.inside}>
      <h1 className={classes.hidden}>{t('not_found.title')}</h1>
      <EmptyState
        drawing="map"
        title={t('not_found.title')}
        text={t('not_found.text')}
        action={
          <Button component={AppLink} href="/app">
            {t('not_found.home')}
          </Button>
        }
      />
    </div>
  )
}
