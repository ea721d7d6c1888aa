import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { nameOf } from '../../catalogue/countries.ts'
import { dayOf } from '../../catalogue/days.ts'
import { isWithin } from '../../catalogue/kinds.ts'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { findLookAlikes } from '../../catalogue/pictures/find-look-alikes.ts'
import { reviewPictures } from '../../catalogue/pictures/picture-key.ts'
import { reviewsBy, reviewsOf } from '../../catalogue/reviews.ts'
import { searchOffers } from '../../catalogue/search-offers.ts'
import type { Offer, Variant } from '../../catalogue/shapes.ts'
import { priceRange, variantsOf } from '../../catalogue/variants.ts'
import { placeOf, vendorId } from '../../catalogue/vendor-ids.ts'
import type { World } from '../../frame/world.ts'
import { isSoldOut, markupOf, raise } from '../../orders/basket.ts'
import { beijing } from './auth-routes.ts'
import {
  categoryId,
  categoryNumber,
  detail,
  inventoryRows,
  listRow,
  listV2Row,
  productSku,
  variantRow,
  variantSku,
} from './dress.ts'
import { CjRefusal, done, doneNew } from './envelope.ts'
import { BASE, type CjTables, endpoint, type makeGuard } from './guard.ts'
import { listPage } from './list-page.ts'

/** Below this level of account a search by picture is not open. */
const IMAGE_SEARCH_LEVEL = 3

const text = z.string().max(200).optional()
const whole = (most: number, fallback: number) => z.coerce.number().int().min(1).max(most).default(fallback)
const money = z.coerce.number().min(0).optional()
const List = z.object({
  pageNum: whole(1000, 1),
  pageSize: whole(200, 20),
  productNameEn: text,
  categoryId: text,
  minPrice: money,
  maxPrice: money,
  countryCode: text,
  pid: text,
  productSku: text,
  supplierId: text,
})
const ListV2 = z.object({
  page: whole(1000, 1),
  size: whole(100, 10),
  keyWord: text,
  categoryId: text,
  minPrice: money,
  maxPrice: money,
  countryCode: text,
  startSellPrice: money,
  endSellPrice: money,
  supplierId: text,
})

interface Wanted {
  text?: string | undefined
  categoryId?: string | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  countryCode?: string | undefined
  supplierId?: string | undefined
}

function read<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new CjRefusal(
    1600100,
    `Param error: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
  )
}

export function productRoutes(
  app: FastifyInstance,
  world: World<CjTables>,
  supply: SupplyWorld,
  guard: ReturnType<typeof makeGuard>,
) {
  const { public_url } = world.config
  const offers = supply.offers.cj

  const call = (
    path: string,
    name: string,
    answer: (query: Record<string, string | undefined>) => unknown,
    envelope: (data: unknown) => object = done,
  ) =>
    app.get(`${BASE}/product/${path}`, endpoint(name), async (request) => {
      await guard(request, name)
      const query = request.query as Record<string, string | undefined> // a name given twice fails the schemas below
      return envelope(await answer(query))
    })

  const search = (asked: Wanted) => {
    const day = dayOf(world.now())
    const category = asked.categoryId ? categoryNumber(asked.categoryId) : undefined
    return searchOffers(offers, { text: asked.text, category, seller: asked.supplierId }).filter((offer) => {
      if (asked.countryCode && !offer.ship_from.includes(asked.countryCode) && asked.countryCode !== 'CN') return false
      if (asked.minPrice === undefined && asked.maxPrice === undefined) return true
      const [low, high] = priceRange(variantsOf(offer, day))
      return high >= (asked.minPrice ?? 0) * 100 && low <= (asked.maxPrice ?? Infinity) * 100
    })
  }

  const productOf = (query: Record<string, string | undefined>): Offer => {
    const { pid, productSku: sku, variantSku: variant } = query
    if (!pid && !sku && !variant)
      throw new CjRefusal(1600100, 'Param error: pid, productSku or variantSku must not be empty')
    const found = pid
      ? supply.find('cj', pid)
      : offers.find((offer) =>
          sku ? productSku(offer) === sku : variantsOf(offer, 0).some((one) => variantSku(offer, one) === variant),
        )
    if (!found) throw new CjRefusal(1602001)
    return found
  }

  const variantOf = (vid: string | undefined): { offer: Offer; variant: Variant } => {
    if (!vid) throw new CjRefusal(1600100, 'Param error: vid must not be empty')
    const place = placeOf('cj', vid)
    const offer = place ? offers[place.index] : undefined
    const variant = offer && place ? variantsOf(offer, dayOf(world.now()))[place.variant] : undefined
    if (!offer || !variant) throw new CjRefusal(1602003)
    return { offer, variant }
  }

  call('getCategory', 'product/getCategory', () =>
    supply.categories
      .filter(({ parent }) => parent === null)
      .map((first) => ({
        categoryFirstName: first.name,
        categoryFirstList: supply.categories
          .filter(({ parent }) => parent === first)
          // CJ always has three levels; where ours has two, the second one stands for itself below.
          .map((second) => ({
            categorySecondName: second.name,
            categorySecondList: supply.categories
              .filter((one) => one.leaf && isWithin(one, second.number))
              .map((leaf) => ({ categoryId: categoryId(leaf), categoryName: leaf.name })),
          })),
      })),
  )

  call('list', 'product/list', (query) => {
    const asked = read(List, query)
    const found = search({ ...asked, text: asked.productNameEn })
      .filter((offer) => !asked.pid || offer.id === asked.pid)
      .filter((offer) => !asked.productSku || productSku(offer) === asked.productSku)
    const page = listPage(found, asked.pageNum, asked.pageSize)
    return {
      pageNum: asked.pageNum,
      pageSize: asked.pageSize,
      total: page.total,
      list: page.items.map((offer) => listRow(offer, public_url, world.now())),
    }
  })

  call('listV2', 'product/listV2', (query) => {
    const asked = read(ListV2, query)
    const found = search({
      ...asked,
      text: asked.keyWord,
      minPrice: asked.startSellPrice ?? asked.minPrice,
      maxPrice: asked.endSellPrice ?? asked.maxPrice,
    })
    const page = listPage(found, asked.page, asked.size)
    const related = [...new Set(page.items.map((offer) => offer.good.kind.category))]
    return {
      pageSize: asked.size,
      pageNumber: asked.page,
      totalRecords: page.total,
      totalPages: page.pages,
      content: [
        {
          productList: page.items.map((offer) => listV2Row(offer, public_url, world.now())),
          relatedCategoryList: related.map((category) => ({
            categoryId: categoryId(category),
            categoryName: category.name,
          })),
          keyWord: asked.keyWord ?? null,
          keyWordOld: asked.keyWord ?? null,
        },
      ],
    }
  })

  call('query', 'product/query', (query) => detail(productOf(query), public_url, world.now()))

  app.post(`${BASE}/product/queryProductsByImage`, endpoint('product/queryProductsByImage'), async (request) => {
    await guard(request, 'product/queryProductsByImage', IMAGE_SEARCH_LEVEL)
    const { imageUrl } = read(z.object({ imageUrl: z.string().startsWith(`${public_url}/`) }), request.body)
    const picture = Buffer.from(await (await fetch(imageUrl)).arrayBuffer())
    const found = await findLookAlikes(offers, picture, 20)
    if (!found) throw new CjRefusal(1600100, 'Param error: imageUrl is no picture')
    return done(found.map((offer) => listV2Row(offer, public_url, world.now())))
  })

  call('variant/query', 'variant/query', (query) => {
    const offer = productOf(query)
    return variantsOf(offer, dayOf(world.now())).map((variant) => variantRow(offer, variant, public_url))
  })

  call('variant/queryByVid', 'variant/queryByVid', async ({ vid }) => {
    const { offer, variant } = variantOf(vid)
    return variantRow(offer, { ...variant, price: raise(variant.price, await markupOf(world)) }, public_url)
  })

  call('stock/queryByVid', 'stock/queryByVid', async ({ vid }) => {
    const { variant } = variantOf(vid)
    if (await isSoldOut(world, vid ?? '')) return []
    return inventoryRows(variant).map((row) => ({
      vid,
      areaEn: `${nameOf(row.countryCode)} Warehouse`,
      areaId: row.countryCode,
      storageNum: row.totalInventory,
      totalInventoryNum: row.totalInventory,
      cjInventoryNum: row.cjInventory,
      factoryInventoryNum: row.factoryInventory,
      countryCode: row.countryCode,
    }))
  })

  const inventoryOf = (query: Record<string, string | undefined>) => {
    const offer = productOf(query)
    const variants = variantsOf(offer, dayOf(world.now()))
    const rows = variants.flatMap(inventoryRows)
    const inventories = [...Map.groupBy(rows, (row) => row.countryCode)].map(([countryCode, list]) => {
      const sum = (key: 'totalInventory' | 'cjInventory' | 'factoryInventory') =>
        list.reduce((total, row) => total + row[key], 0)
      return {
        areaEn: `${nameOf(countryCode)} Warehouse`,
        countryCode,
        countryNameEn: nameOf(countryCode),
        totalInventoryNum: sum('totalInventory'),
        cjInventoryNum: sum('cjInventory'),
        factoryInventoryNum: sum('factoryInventory'),
      }
    })
    return {
      inventories,
      variantInventories: variants.map((variant) => ({
        vid: vendorId('cj', offer.index, variant.index),
        inventory: inventoryRows(variant),
      })),
    }
  }
  call('stock/getInventoryByPid', 'stock/getInventoryByPid', inventoryOf, doneNew)

  call(
    'productComments',
    'product/productComments',
    (query) => {
      const { pageNum, pageSize } = read(z.object({ pageNum: whole(1000, 1), pageSize: whole(100, 20) }), query)
      const offer = productOf({ pid: query['pid'] })
      const day = dayOf(world.now())
      const list = reviewsOf(offer, day, (pageNum - 1) * pageSize, pageSize).map((review) => ({
        commentId: Number(`${offer.index}${String(review.number).padStart(6, '0')}`),
        pid: offer.id,
        comment: review.text,
        commentUser: review.name,
        score: String(review.rating),
        countryCode: review.country,
        commentDate: beijing(review.at),
        commentUrls: reviewPictures(public_url, offer, review),
        flagIconUrl: null,
      }))
      return { pageNum: String(pageNum), pageSize: String(pageSize), total: String(reviewsBy(offer, day)), list }
    },
    (data) => doneNew(data, 0),
  )
}
