import { Textarea, TextInput } from '@mantine/core'
import { handleOf } from '@omni/domain/products/handle.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './editor.module.css'
import { Section } from './section.tsx'
import { useEditorState, useField } from './use-editor.ts'

/** What search engines show before they cut. */
const GOOD_TITLE = 60
const GOOD_DESCRIPTION = 160
const MAX_SEO_DESCRIPTION = 1000
const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

/** Title, handle and description as a search engine shows them, live. */
export function SeoSection() {
  const t = useT()
  const title = useField('seo_title')
  const description = useField('seo_description')
  const handle = useField('handle')
  const productTitle = useEditorState(({ view }) => view.title)
  const productText = useEditorState(({ view }) => view.description)
  const shownTitle = title.value || productTitle
  const shownText = description.value || plain(productText)
  return (
    <Section name="seo" description={t('editor.seo_text')}>
      <div className={classes.stack}>
        <section className={classes.preview} aria-label={t('editor.seo_preview')}>
          <div className={classes.address} dir="ltr">
            {t('editor.your_shop')} › products › {handle.value || handleOf(productTitle)}
          </div>
          <div className={classes.result} dir="auto">
            {cut(shownTitle || t('editor.untitled'), GOOD_TITLE)}
          </div>
          <div className={classes.snippet} dir="auto">
            {cut(shownText || t('editor.seo_no_text'), GOOD_DESCRIPTION)}
          </div>
        </section>
        <div>
          <TextInput
            label={t('editor.seo_title')}
            value={title.value}
            maxLength={255}
            placeholder={productTitle}
            dir="auto"
            error={title.error}
            description={t('editor.seo_length', { count: shownTitle.length, most: GOOD_TITLE })}
            onChange={(event) => title.set(event.currentTarget.value)}
          />
          <Meter length={shownTitle.length} most={GOOD_TITLE} />
        </div>
        <TextInput
          label={t('editor.handle')}
          description={t('editor.handle_text')}
          value={handle.value}
          maxLength={255}
          error={handle.error}
          dir="ltr"
          placeholder={handleOf(productTitle)}
          onChange={(event) =>
            handle.set(
              event.currentTarget.value
                .replace(/\s+/g, '-')
                .replace(/[^\p{L}\p{N}-]/gu, '')
                .toLowerCase(),
            )
          }
        />
        <div>
          <Textarea
            label={t('editor.seo_description')}
            value={description.value}
            maxLength={MAX_SEO_DESCRIPTION}
            autosize
            minRows={3}
            maxRows={8}
            dir="auto"
            error={description.error}
            placeholder={cut(plain(productText), GOOD_DESCRIPTION)}
            description={t('editor.seo_length', { count: shownText.length, most: GOOD_DESCRIPTION })}
            onChange={(event) => description.set(event.currentTarget.value)}
          />
          <Meter length={shownText.length} most={GOOD_DESCRIPTION} />
        </div>
      </div>
    </Section>
  )
}

function Meter({ length, most }: { length: number; most: number }) {
  return (
    <div className={classes.meter} data-over={length > most || undefined} aria-hidden="true">
      <span style={{ inlineSize: `${Math.min(100, (length / most) * 100)}%` }} />
    </div>
  )
}
