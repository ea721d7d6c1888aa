/** How a call becomes a request, on both sides of the wire. No schema here: the browser runs this file as it is. */
import type { Call } from './kernel.ts'

/** `{id}` names of a path, in order. */
export const pathParams = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** Whether a call is done once per idempotency key: the browser sends one, the server keeps it with the reply. */
export const takesKey = ({ method, access, unkeyed }: Pick<Call, 'method' | 'access' | 'unkeyed'>) =>
  method !== 'GET' && access !== 'public' && unkeyed === undefined
