import { csrf } from './families/csrf.ts'
import { cursors } from './families/cursors.ts'
import { keys } from './families/keys.ts'
import { secondFactor } from './families/second-factor.ts'
import { sizes } from './families/sizes.ts'
import { slowSockets } from './families/slow-sockets.ts'
import { ssrf } from './families/ssrf.ts'
import { tenants } from './families/tenants.ts'
import { tokens } from './families/tokens.ts'
import { uploads } from './families/uploads.ts'
import type { Check, Family, Target } from './target.ts'

const FAMILIES: Family[] = [tenants, cursors, csrf, ssrf, uploads, sizes, slowSockets, tokens, keys, secondFactor]

export interface Outcome {
  held: number
  broken: string[]
}

/** Every family against one instance. `say` hears a line per attempt. */
export async function drill(target: Target, say: (line: string) => void): Promise<Outcome> {
  const outcome: Outcome = { held: 0, broken: [] }
  for (const family of FAMILIES) {
    const check: Check = async (name, attempt) => {
      const line = `${family.name}: ${name}`
      const finding = await attempt().catch((error: unknown) => `the attempt itself failed: ${String(error)}`)
      if (finding === undefined) outcome.held++
      else outcome.broken.push(`${line}: ${finding}`)
      say(finding === undefined ? `held    ${line}` : `broken  ${line}: ${finding}`)
    }
    // What a family prepares can fail as well: then nothing of it was proved.
    await family.run(target, check).catch((error: unknown) => check('preparing', () => Promise.reject(error)))
  }
  return outcome
}
