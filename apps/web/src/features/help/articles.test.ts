import { readFileSync } from 'node:fs'
import { LANGUAGES } from '@omni/domain/languages.ts'
import { expect, test } from 'vitest'
import { findArticles, loadArticles, SCREENS, TOPICS } from './articles.ts'

const textsOf = (code: string) =>
  JSON.parse(readFileSync(`apps/web/locales/${code}.json`, 'utf8')) as Record<string, string> // our own files

test('articles name the screen in its own words, and are found by them, in every language', async () => {
  for (const { code } of LANGUAGES) {
    const texts = textsOf(code)
    const articles = await loadArticles(code)
    expect(articles.map(({ slug }) => slug).toSorted()).toEqual(Object.keys(SCREENS).toSorted())
    expect(TOPICS.flatMap(({ slugs }) => slugs).toSorted()).toEqual(Object.keys(SCREENS).toSorted())
    expect(JSON.stringify(articles)).not.toContain('{{')
    const namesOf = (slug: string) =>
      articles.find((one) => one.slug === slug)?.paragraphs.flatMap((parts) => parts.filter((_, at) => at % 2 === 1))
    expect(namesOf('push-products'), code).toContain(texts['push.push'])
    expect(namesOf('plans'), code).toContain(texts['shell.billing_plan'])
    const found = findArticles(articles, texts['push.push'] ?? '').map(({ slug }) => slug)
    expect(found, code).toContain('push-products')
  }
})
