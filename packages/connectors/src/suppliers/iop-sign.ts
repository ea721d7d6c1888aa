import { createHmac } from 'node:crypto'

const bytes = new TextEncoder()

/** Keys in the order of their bytes: 'Z' before 'a', as the platform sorts them, and not as a language would. */
function byBytes(a: string, b: string): number {
  const [left, right] = [bytes.encode(a), bytes.encode(b)]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** `path` of a system call (`/auth/token/create`); '' for business calls, whose method is a parameter itself. */
export function sign(secret: string, path: string, params: Readonly<Record<string, string>>): string {
  const keys = Object.keys(params)
    .filter((key) => key !== 'sign')
    .sort(byBytes)
  const text = path + keys.map((key) => key + params[key]).join('')
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex').toUpperCase()
}
