import sanitizeHtml from 'sanitize-html'

const MAX_BYTES = 200_000

/**
 * A description as it may be shown: words, lists, tables and pictures; no scripts, frames, forms, styles or handlers. A
 * seller's own may
 * hold links; a supplier's lead away from the shop and are dropped.
 */
export function cleanHtml(html: string, whose: 'supplier' | 'seller' = 'supplier'): string {
  return sanitizeHtml(html.slice(0, MAX_BYTES), {
    allowedTags: [
      ...(whose === 'seller' ? ['a', 's', 'code', 'pre'] : []),
      'p',
      'br',
      'b',
      'strong',
      'i',
      'em',
      'u',
      'h2',
      'h3',
      'h4',
      'ul',
      'ol',
      'li',
      'table',
      'thead',
      'tbody',
      'tr',
      'td',
      'th',
      'img',
      'div',
      'span',
      'hr',
      'blockquote',
    ],
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'http'] },
    allowProtocolRelative: true,
    // A heading of the page's own level would break its outline.
    transformTags: {
      h1: 'h2',
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }),
      img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs['alt'] ?? '' } }),
    },
    nestingLimit: 30,
  })
    .replace(/(<div>|<span>|<p>)(\s|&nbsp;)*(<\/div>|<\/span>|<\/p>)/g, '')
    .trim()
}
