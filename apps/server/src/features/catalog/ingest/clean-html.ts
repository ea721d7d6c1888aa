import sanitizeHtml from 'sanitize-html'

const MAX_BYTES = 200_000

/** A supplier's description as it may be shown: words, lists, tables and pictures; no scripts, frames, forms, styles or handlers. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html.slice(0, MAX_BYTES), {
    allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'td', 'th', 'img', 'div', 'span', 'hr', 'blockquote'],
    allowedAttributes: { img: ['src', 'alt', 'width', 'height'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    allowedSchemes: ['https', 'http'], allowedSchemesByTag: { img: ['https', 'http'] }, allowProtocolRelative: true,
    // A heading of the page's own level would break its outline.
    transformTags: { h1: 'h2', img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs['alt'] ?? '' } }) },
    nestingLimit: 30,
  }).replace(/(<div>|<span>|<p>)(\s|&nbsp;)*(<\/div>|<\/span>|<\/p>)/g, '').trim()
}
