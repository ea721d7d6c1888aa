import { defineVendor } from '../../frame/define-vendor.ts'
import { pictureRoutes } from './picture-routes.ts'

/** Where the pictures of all suppliers are kept: `/pictures/<key>.webp`, smaller with `?w=400`. */
export const pictures = defineVendor({
  id: 'pictures',
  name: 'Picture host',
  kind: 'service',
  badge: { glyph: 'P', colour: '#6B3FE0' },
  endpoints: [],
  routes: pictureRoutes,
})
