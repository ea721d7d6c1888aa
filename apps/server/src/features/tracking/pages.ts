import type { ServerPage } from '../../platform/pages.ts'
import { readPage } from './page-data.ts'
import { renderPage, renderUnknown } from './render-page.ts'

/** /tracking/{orderId} (orders spec §2). */
const trackingPage: ServerPage = {
  path: '/tracking/:id',
  async render(ctx, { id = '' }) {
    const found = await readPage(ctx, id)
    return found
      ? { status: 200, html: renderPage(found.data, found.look, ctx.language) }
      : { status: 404, html: renderUnknown(ctx.language) }
  },
}

export const trackingPages: readonly ServerPage[] = [trackingPage]
