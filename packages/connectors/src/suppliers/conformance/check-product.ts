import type { SupplierQuote } from '../quote.ts'
import type { SupplierProduct, SupplierReview, SupplierSummary } from '../supplier.ts'

/** What `SupplierProduct` promises beyond its types, for tests of connectors: each broken promise in words. */
export function productProblems(product: SupplierProduct): string[] {
  const problems: string[] = []
  const must = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem)
  }
  must(product.source_product_id !== '' && product.name !== '', 'it has an id and a name')
  must(URL.canParse(product.product_link), 'its link is an address')
  must(
    product.images.every((image) => URL.canParse(image)),
    'its images are addresses',
  )
  must(new Set(product.images).size === product.images.length, 'no image is listed twice')
  must(/^[A-Z]{3}$/.test(product.currency), 'its currency has three letters')
  must(product.ship_from.length > 0 && product.ship_from.every(isCountry), 'it is shipped from somewhere')
  must(product.rating === null || (product.rating >= 0 && product.rating <= 5), 'its rating is 0 to 5')
  must(
    product.seller?.score == null || (product.seller.score >= 0 && product.seller.score <= 100),
    "its seller's score is 0 to 100",
  )
  must(product.variants.length > 0, 'it has a variant')
  const prices = product.variants.map(({ price }) => price)
  must(prices.every(isAmount), 'its prices are whole and not negative')
  must(
    Math.min(...prices) === product.price_range[0] && Math.max(...prices) === product.price_range[1],
    'its price range is that of its variants',
  )
  must(
    product.variants.every(({ price, list_price }) => list_price === undefined || list_price > price),
    'a price before a discount is higher',
  )
  must(
    product.variants.every(({ quantity }) => quantity === null || isAmount(quantity)),
    'its quantities are whole and not negative',
  )
  must(
    new Set(product.variants.map(({ sku_id }) => sku_id)).size === product.variants.length,
    'no two variants have the same id',
  )
  return [...problems, ...choiceProblems(product)]
}

function choiceProblems({ options, variants }: SupplierProduct): string[] {
  const problems: string[] = []
  const known = options.map(({ values }) => new Set(values.map(({ value_id }) => value_id)))
  const answers = variants.every(
    ({ values }) =>
      values.length === options.length &&
      values.every((value, i) => value.name === options[i]?.name && known[i]?.has(value.value_id)),
  )
  if (!answers)
    problems.push('every variant answers every option, in the order of the options, with a value that the option lists')
  const choices = new Set(variants.map(({ values }) => JSON.stringify(values.map(({ value_id }) => value_id))))
  if (choices.size < variants.length) problems.push('no two variants are the same choice')
  if (options.some(({ values }, i) => values.length === 0 || known[i]?.size !== values.length))
    problems.push('every option has values, none of them twice')
  return problems
}

export function summaryProblems(row: SupplierSummary): string[] {
  const holds =
    row.source_product_id !== '' &&
    row.name !== '' &&
    (row.image === null || URL.canParse(row.image)) &&
    /^[A-Z]{3}$/.test(row.currency) &&
    row.price_range.every(isAmount) &&
    row.price_range[0] <= row.price_range[1] &&
    row.price_range[1] > 0 &&
    (row.rating === null || (row.rating >= 0 && row.rating <= 5)) &&
    (row.orders === null || isAmount(row.orders))
  return holds ? [] : [JSON.stringify(row)]
}

export function quoteProblems(quote: SupplierQuote): string[] {
  const { min_days, max_days } = quote
  const holds =
    quote.service_name !== '' &&
    isAmount(quote.amount) &&
    /^[A-Z]{3}$/.test(quote.currency) &&
    isCountry(quote.ship_from) &&
    (min_days === null || isAmount(min_days)) &&
    (max_days === null || isAmount(max_days)) &&
    (min_days ?? 0) <= (max_days ?? Infinity)
  return holds ? [] : [JSON.stringify(quote)]
}

export const reviewProblems = (review: SupplierReview): string[] =>
  review.review_id !== '' &&
  review.rating >= 0 &&
  review.rating <= 5 &&
  review.images.every((image) => URL.canParse(image))
    ? []
    : [JSON.stringify(review)]

const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code)
