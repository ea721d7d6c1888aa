import { Skeleton, TextInput } from '@mantine/core'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconSearch } from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { CONTACT_URL, helpHref } from '../../platform/addresses.ts'
import { useT } from '../../platform/i18n.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { PageHead } from '../landing/page-head.tsx'
import { PublicLayout } from '../landing/public-layout.tsx'
import { type Article, findArticles, TOPICS, useArticles } from './articles.ts'
import classes from './help.module.css'
import { Named } from './named.tsx'

/** /public/help — every article, by topic or by what is typed. */
export function HelpPage() {
  const t = useT()
  const articles = useArticles()
  const [url, setUrl] = useUrlState()
  const typed = url['q'] ?? ''
  const found = findArticles(articles.data ?? [], typed)
  return (
    <PublicLayout>
      <PageHead title={t('help.title')} text={t('help.text')}>
        <TextInput
          className={classes.search ?? ''}
          type="search"
          size="md"
          aria-label={t('help.search')}
          placeholder={t('help.search')}
          leftSection={<IconSearch size={18} stroke={ICON_STROKE} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setUrl({ q: event.currentTarget.value || undefined })}
        />
      </PageHead>
      <div className={classes.content}>
        {articles.isPending ? <Skeleton height={420} aria-busy="true" /> : null}
        {articles.isError ? (
          <ErrorState title={t('help.failed')} onRetry={() => void articles.refetch()} retrying={articles.isFetching} />
        ) : null}
        {articles.data && typed.trim() !== '' ? (
          <section aria-live="polite">
            <h2 className={classes.topic}>{t('help.results')}</h2>
            {found.length > 0 ? (
              <Cards articles={found} />
            ) : (
              <EmptyState title={t('help.none', { typed })} text={t('help.none_text')} />
            )}
          </section>
        ) : null}
        {articles.data && typed.trim() === ''
          ? TOPICS.map(({ title, slugs }) => (
              <section key={title}>
                <h2 className={classes.topic}>{t(title)}</h2>
                <Cards articles={articles.data.filter(({ slug }) => slugs.includes(slug))} />
              </section>
            ))
          : null}
        <p className={classes.contact}>
          {t('help.contact_text')} <AppLink href={CONTACT_URL}>{t('help.contact')}</AppLink>
        </p>
      </div>
    </PublicLayout>
  )
}

function Cards({ articles }: { articles: readonly Article[] }) {
  return (
    <ul className={classes.cards}>
      {articles.map(({ slug, title, paragraphs }) => (
        <li key={slug} className={classes.card}>
          <h3 className={classes.cardTitle}>
            <AppLink href={helpHref(slug)}>{title}</AppLink>
          </h3>
          <p className={classes.lead}>
            <Named paragraph={paragraphs[0] ?? []} />
          </p>
        </li>
      ))}
    </ul>
  )
}
