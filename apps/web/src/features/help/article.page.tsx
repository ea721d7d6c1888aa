import { Button, Skeleton } from '@mantine/core'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconChevronLeft } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CONTACT_URL, HELP_CENTER_URL, helpHref } from '../../platform/addresses.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { track } from '../../platform/track.ts'
import { PublicLayout } from '../landing/public-layout.tsx'
import { SCREENS, TOPICS, useArticles } from './articles.ts'
import classes from './help.module.css'
import { Named } from './named.tsx'

/** /public/help/{article} — one article, the screen it is about, and its neighbours. */
export function ArticlePage() {
  const t = useT()
  const { article: slug = '' } = useParams({ strict: false })
  const articles = useArticles()
  const article = articles.data?.find((one) => one.slug === slug)
  useEffect(() => track('click_help', { article: slug }), [slug])
  const beside = TOPICS.find(({ slugs }) => slugs.includes(slug))?.slugs.filter((other) => other !== slug) ?? []
  const screen = SCREENS[slug]
  return (
    <PublicLayout>
      <div className={classes.article}>
        <AppLink href={HELP_CENTER_URL} className={classes.back}>
          <IconChevronLeft className={classes.arrow} size={16} stroke={ICON_STROKE} aria-hidden="true" />
          {t('help.title')}
        </AppLink>
        {articles.isPending ? <Skeleton height={320} aria-busy="true" /> : null}
        {!articles.isPending && !article ? (
          <>
            <h1 className={classes.title}>{t('help.title')}</h1>
            <EmptyState title={t('help.unknown')} text={t('help.none_text')} />
          </>
        ) : null}
        {article ? (
          <>
            <h1 className={classes.title}>{article.title}</h1>
            {article.paragraphs.map((paragraph) => (
              <p key={paragraph.join('')} className={classes.paragraph}>
                <Named paragraph={paragraph} />
              </p>
            ))}
            {screen ? (
              <Button component={AppLink} href={screen}>
                {t('help.open_screen')}
              </Button>
            ) : null}
            <h2 className={classes.topic}>{t('help.related')}</h2>
            <ul className={classes.related}>
              {beside.map((other) => (
                <li key={other}>
                  <AppLink href={helpHref(other)}>
                    {articles.data?.find((one) => one.slug === other)?.title ?? other}
                  </AppLink>
                </li>
              ))}
            </ul>
            <p className={classes.contact}>
              {t('help.contact_text')} <AppLink href={CONTACT_URL}>{t('help.contact')}</AppLink>
            </p>
          </>
        ) : null}
      </div>
    </PublicLayout>
  )
}
