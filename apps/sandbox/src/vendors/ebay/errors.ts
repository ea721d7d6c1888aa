import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'

type Category = 'REQUEST' | 'APPLICATION' | 'BUSINESS'
/** Number -> status, domain, category, sentence. Those of API_BROWSE are from eBay's OpenAPI document. */
const ERRORS = {
  1001: [401, 'OAuth', 'REQUEST', 'Invalid access token'],
  2001: [429, 'ACCESS', 'REQUEST', 'Too many requests.'],
  11000: [
    500,
    'API_BROWSE',
    'APPLICATION',
    'There was a problem with an eBay internal system or process. Contact eBay developer support for assistance.',
  ],
  11001: [404, 'API_BROWSE', 'REQUEST', 'The specified item ID was not found.'],
  11002: [404, 'API_BROWSE', 'REQUEST', 'The specified item group was not found.'],
  11003: [404, 'API_BROWSE', 'REQUEST', 'The specified legacy item ID was not found.'],
  11005: [400, 'API_BROWSE', 'REQUEST', 'Item Group Id is invalid. Use {itemHref} to get the item details.'],
  11006: [400, 'API_BROWSE', 'REQUEST', 'The legacy ID is invalid. Use {itemGroupHref} to get the item group details.'],
  11011: [400, 'API_BROWSE', 'REQUEST', 'The marketplace value {marketplaceId} is not supported.'],
  11012: [
    400,
    'API_BROWSE',
    'REQUEST',
    'The specified item IDs are invalid, or the format of the specified values are invalid.',
  ],
  11015: [
    400,
    'API_BROWSE',
    'REQUEST',
    'The maximum number of item ids has been exceeded. Please reduce the number of item ids to {maxAllowedItemIds} or less.',
  ],
  12000: [
    500,
    'API_BROWSE',
    'APPLICATION',
    'There was a problem with an eBay internal system or process. Contact eBay developer support for assistance.',
  ],
  12001: [
    400,
    'API_BROWSE',
    'REQUEST',
    "The call must have a valid 'q', 'category_ids', 'epid' or 'gtin' query parameter.",
  ],
  12004: [400, 'API_BROWSE', 'REQUEST', "The 'offset' value cannot be negative."],
  12006: [400, 'API_BROWSE', 'REQUEST', "The 'limit' value should be between 1 and 200 (inclusive)."],
  12013: [
    409,
    'API_BROWSE',
    'BUSINESS',
    'Top level category browsing is not allowed. Please provide keywords or more filters for the applied top level category.',
  ],
  12019: [
    409,
    'API_BROWSE',
    'BUSINESS',
    'Currently, the {marketplaceId} marketplace is not supported. The supported Marketplaces are: {allowedMarketplaces} .',
  ],
  12029: [
    400,
    'API_BROWSE',
    'REQUEST',
    'The maximum number of listings that can be retrieved is 10,000, so your offset value must be less than 10,000.',
  ],
  12501: [400, 'API_BROWSE', 'REQUEST', 'The image data is empty, is not Base64 encoded, or is invalid.'],
} as const satisfies Record<number, readonly [number, string, Category, string]>

export function failed(
  errorId: keyof typeof ERRORS,
  parameters: Record<string, string> = {},
  status?: number,
): VendorReply {
  const [ownStatus, domain, category, sentence] = ERRORS[errorId]
  const message = Object.entries(parameters).reduce<string>(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    sentence,
  )
  const list = Object.entries(parameters).map(([name, value]) => ({ name, value }))
  return {
    status: status ?? ownStatus,
    body: {
      errors: [
        { errorId, domain, category, message, longMessage: message, ...(list.length > 0 && { parameters: list }) },
      ],
    },
  }
}

/** Numbers that come with status 200: what they are about was left out. */
const WARNINGS = {
  12002: 'The {filterName} value is invalid. For the valid values, refer to the API call documentation.',
  12008: "The 'sort' value is invalid. For the valid values, refer to the API call documentation.",
  12012: "A valid 'price' filter and a valid 'priceCurrency' filter is necessary to filter based on price.",
} as const

export const warning = (errorId: keyof typeof WARNINGS, parameters: Record<string, string> = {}) => {
  const message = Object.entries(parameters).reduce<string>(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    WARNINGS[errorId],
  )
  return {
    errorId,
    domain: 'API_BROWSE',
    category: 'REQUEST',
    message,
    longMessage: message,
    ...(Object.keys(parameters).length > 0 && {
      parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
    }),
  }
}

export const refuse = (errorId: keyof typeof ERRORS, parameters?: Record<string, string>) =>
  new Refusal(failed(errorId, parameters))
