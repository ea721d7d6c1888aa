/**
 * What Shopify keeps from us, told beside the data: a scope that is missing ("Required access: `read_customers` access scope."),
 * or personal data that the application is not approved for ("not approved to use the email field", "to access the Order
 * object"). Our notes of live shops, and Shopify's page on protected customer data.
 */
import { z } from 'zod'
import type { Finding } from '../../vendor.ts'

const Denied = z.object({
  message: z.string(),
  extensions: z.object({ code: z.literal('ACCESS_DENIED'), requiredAccess: z.string().optional() }),
})
const Body = z.object({ data: z.unknown().optional(), errors: z.array(z.unknown()).nullish() })

const SCOPE = /`((?:read|write)_\w+)`/
const UNAPPROVED = /not approved to (?:use|access) the (\w+) (?:field|object)/i

function findingOf(error: unknown): Finding[] {
  const denied = Denied.safeParse(error)
  if (!denied.success) return []
  const { message, extensions } = denied.data
  const field = UNAPPROVED.exec(message)?.[1]
  if (field !== undefined) return [{ is: 'protected', name: field }]
  const scope = SCOPE.exec(extensions.requiredAccess ?? message)?.[1]
  return scope === undefined ? [] : [{ is: 'scope', name: scope }]
}

/** Of every list whether it shows something. A list that is empty has no field that could have been refused. */
function listsIn(data: unknown): boolean[] {
  if (typeof data !== 'object' || data === null) return []
  const inner = Object.values(data).flatMap(listsIn)
  return Array.isArray(data) ? [data.some((one) => one !== null), ...inner] : inner
}

/** Null: the reply proves nothing, either way. */
export function findingsIn(body: unknown): Finding[] | null {
  const { data, errors } = Body.safeParse(body).data ?? {}
  const found = (errors ?? []).flatMap(findingOf)
  const unique = [...new Map(found.map((one) => [`${one.is} ${one.name}`, one])).values()]
  if (unique.length > 0) return unique
  const lists = listsIn(data)
  const isShown = data != null && (lists.length === 0 || lists.includes(true))
  return (errors ?? []).length === 0 && isShown ? [] : null
}
