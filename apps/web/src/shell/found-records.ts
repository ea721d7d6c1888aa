/** Records for the palette: the seller's own first, then the catalogue, each with its picture and its figure. */
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { FoundBy } from '@omni/domain/orders/search.ts'
import { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { IconBuildingStore, IconPackage, IconSearch, IconShoppingCart, IconTruck } from '@tabler/icons-react'
import { useCurrentStore } from '../platform/account.ts'
import { useT } from '../platform/i18n.ts'
import { go } from '../platform/navigation.ts'
import { useCall } from '../platform/query.ts'
import { useSettled } from '../platform/settled.ts'
import { VENDOR_NAMES } from '../platform/vendor-names.ts'
import { useCardShow } from '../product-cards/card-show.ts'
import { detailHref, supplierHref } from '../product-cards/detail-address.ts'
import { editorHref } from '../product-cards/editor-address.ts'
import type { Command } from './commands.ts'
import { useFoundParcels } from './found-parcels.ts'

const TYPING_MS = 200
const SHOWN = 4
const SHORTEST = 2

type Found = Omit<Command, 'run' | 'group'> & { href: string }
const toCommands = (group: Command['group'], found: readonly Found[]): Command[] =>
  found.map((one) => ({ ...one, group, run: () => go(one.href) }))

/** A number that is not the order's own says why the order is there. */
const foundBy = (found: { field: FoundBy; text: string } | null): string | null =>
  found && (found.field === 'supplier_number' || found.field === 'tracking_number') ? found.text : null

export function useFoundRecords(typed: string): { own: Command[]; catalogue: Command[] } {
  const t = useT()
  const { money } = useCardShow()
  const text = typed.trim()
  const settled = useSettled(text, TYPING_MS)
  const { stores } = useCurrentStore()
  const parcels = useFoundParcels(typed)
  const enabled = settled.length >= SHORTEST
  const options = { enabled, quiet: true, keep: true }
  const page_size = SHOWN
  const products = useCall(productCenterCalls.listProducts, { text: settled, page_size }, options).data
  // Whatever group they stand in, by everything that an order is found by.
  const orders = useCall(orderCalls.listOrders, { keyword: settled, order_status: 'all', page_size }, options).data
  const suppliers = useCall(supplierCalls.listSourceSuppliers, { text: settled, page_size }, options).data
  const offers = useCall(catalogCalls.findProducts, { text: settled, page_size: SHOWN + 1 }, options).data
  if (text.length < SHORTEST) return { own: [], catalogue: [] }

  const own = [
    ...toCommands(
      'products',
      (products?.items ?? []).map((row) => ({
        id: `product-${row.product_id}`,
        title: row.title,
        hint: VENDOR_NAMES[row.source],
        image: row.image,
        icon: IconPackage,
        figure: money(row.price_min, row.currency).text,
        href: editorHref(row.pushed === 'unpushed' ? 'import' : 'center', row.product_id),
      })),
    ),
    ...toCommands(
      'orders',
      (orders?.items ?? [])
        // An order whose lines stand in several places is one record.
        .filter(({ order_id }, index, all) => all.findIndex((other) => other.order_id === order_id) === index)
        .map((row) => ({
          id: `order-${row.order_id}`,
          title: row.number,
          hint: [row.customer_name, foundBy(row.found_in) ?? row.store_name].filter(Boolean).join(' · '),
          image: row.lines[0]?.image ?? null,
          icon: IconShoppingCart,
          figure: money(row.total, row.currency).text,
          href: `/app/orders?order=${row.order_id}`,
        })),
    ),
    ...parcels,
    ...toCommands(
      'stores',
      stores
        .filter(({ store_name, domain }) => `${store_name} ${domain}`.toLowerCase().includes(text.toLowerCase()))
        .map((row) => ({
          id: `store-${row.id}`,
          title: row.store_name || row.domain,
          hint: row.domain,
          icon: IconBuildingStore,
          href: '/app/setting/channel',
        })),
    ),
    ...toCommands(
      'suppliers',
      (suppliers?.items ?? []).map((row) => ({
        id: `supplier-${row.source}-${row.seller_id}`,
        title: row.store_name,
        hint: VENDOR_NAMES[row.source],
        image: row.images[0] ?? null,
        icon: IconTruck,
        href: supplierHref(row.source, row.seller_id),
      })),
    ),
  ]
  const catalogue = toCommands('catalogue', [
    ...(offers?.wordless ? [] : (offers?.items ?? []))
      .slice(0, SHOWN)
      .map((row) => ({
        id: `offer-${row.source}-${row.source_product_id}`,
        title: row.name,
        hint: VENDOR_NAMES[row.source],
        image: row.image,
        icon: IconPackage,
        figure: money(row.price_range[0]).text,
        href: detailHref(row),
      })),
    {
      id: 'search-catalogue',
      title: t('palette.search_catalogue', { typed: text }),
      icon: IconSearch,
      href: `/app/find-product?${new URLSearchParams({ text })}`,
    },
  ])
  return { own, catalogue }
}
