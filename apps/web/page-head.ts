import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { MEDIA } from '../../packages/ui/src/measures.ts'
import { DARK, LIGHT } from '../../packages/ui/src/tokens.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const withMedia = (css: string) =>
  Object.entries(MEDIA).reduce((text, [name, query]) => text.replaceAll(`(${name})`, `(${query})`), css)

/** `@media (--mobile)` -> the number in measures.ts: a media query cannot read a CSS variable. */
export const namedMedia = {
  postcssPlugin: 'omni-named-media',
  AtRule: {
    media(rule: { params: string }) {
      rule.params = withMedia(rule.params)
    },
  },
}

const USED = ['bg', 'surface', 'border'] as const
const colours = (scheme: Record<(typeof USED)[number], string>) =>
  USED.map((name) => `--${name}:${scheme[name]}`).join(';')

/** The chosen scheme is in the page (server, platform/web-app.ts); otherwise the system's holds. */
const outlineStyle = () =>
  [
    `.outline{${colours(LIGHT)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme=light]) .outline{${colours(DARK)}}}`,
    `[data-mantine-color-scheme=dark] .outline{${colours(DARK)}}`,
    withMedia(read('./src/outline.css')),
  ]
    .join('')
    .replace(/\/\*[\s\S]*?\*\/|\s+(?=[{}])|(?<=[{};:,])\s+/g, '')

/** The mark of packages/ui/src/logo.tsx. */
const LOGO = read('./public/favicon.svg').trim().replace('<svg ', '<svg width="26" height="26" ')

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g

/**
 * The page paints its outline before any other file has come: the outline's style is in the page, and stylesheets stand
 * behind it, where they hold up the script but not what is before them. The font of the first line is asked for at once.
 */
export const pageHead: Plugin = {
  name: 'omni-page-head',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => file.startsWith('assets/inter-latin-wght-normal'))
      const stylesheets = html.match(STYLESHEET)?.join('') ?? ''
      return {
        html: html
          .replace(STYLESHEET, '')
          .replaceAll('<!--logo-->', LOGO)
          .replace('</body>', `${stylesheets}\n  </body>`),
        tags: [
          { tag: 'style', children: outlineStyle(), injectTo: 'head' },
          ...(font
            ? [
                {
                  tag: 'link',
                  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` },
                  injectTo: 'head' as const,
                },
              ]
            : []),
        ],
      }
    },
  },
}
