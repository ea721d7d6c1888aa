import { Button } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useTryNow } from './use-try-now.ts'
import classes from './hero.module.css'

export function Hero() {
  const t = useT()
  const tryNow = useTryNow()
  return (
    <section className={classes.hero}>
      <p className={classes.tag}>{t('landing.tag')}</p>
      <h1 className={classes.title}>{t('landing.title')}</h1>
      <p className={classes.text}>{t('landing.text')}</p>
      <div className={classes.actions}>
        <Button component={AppLink} href="/signup" size="xl" className={classes.button}>
          {t('public.start_free')}
        </Button>
        <Button
          size="xl"
          variant="default"
          className={classes.button}
          loading={tryNow.pending}
          onClick={tryNow.run}
          leftSection={<IconPlayerPlay size={18} stroke={ICON_STROKE} aria-hidden="true" />}
        >
          {t('landing.see_it')}
        </Button>
      </div>
      <p className={classes.note}>{t('landing.note')}</p>
    </section>
  )
}
