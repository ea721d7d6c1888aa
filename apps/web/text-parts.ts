/**
 * Which texts come with the first screen and which with the work screens that alone use them: the editor's words are a third of all,
 * and nobody who signs in needs them. vite.config.ts cuts each language's file by it; lazy-page.tsx waits for the second part.
 */
const WORK_SECTIONS = ['editor', 'pictures', 'product_center', 'product_settings', 'selling_price']
/** Named by menus and page titles, which are there before the page is. */
const NAMED_OUTSIDE = ['editor.product', 'selling_price.title', 'product_settings.product', 'product_settings.monitoring', 'product_settings.automation', 'product_center.title', 'product_center.suppliers_title']

export type TextPart = 'first' | 'work'
export const partOfText = (key: string): TextPart => (WORK_SECTIONS.includes(key.split('.', 1)[0] ?? '') && !NAMED_OUTSIDE.includes(key) ? 'work' : 'first')
