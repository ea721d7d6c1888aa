/**
 * Mistakes inside the rules, as changes of their source: the changed rules are written beside each other into a
 * temporary folder and loaded from there. A change that no longer applies throws.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { next } from '../listing.ts'

export interface Patch {
  file: 'listing.ts' | 'merge.ts'
  from: string
  to: string
}

const FILES = ['fields.ts', 'merge.ts', 'listing.ts'] as const
const folder = fileURLToPath(new URL('..', import.meta.url))

/** Each text stands in the source exactly once. */
function patched(source: string, { file, from, to }: Patch): string {
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`${file} holds this ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}

export async function rulesWith(patches: readonly Patch[]): Promise<typeof next> {
  const into = mkdtempSync(join(tmpdir(), 'omni-listing-rules-'))
  for (const file of FILES) {
    const source = readFileSync(join(folder, file), 'utf8')
    const own = patches.filter((patch) => patch.file === file)
    writeFileSync(join(into, file), own.reduce(patched, source))
  }
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(join(into, 'listing.ts')).href)) as {
    next: typeof next // as the source exports it
  }
  return loaded.next
}

/** Of the design's twelve (channels, section 10), those that lie inside `next`. */
export const RULE_MISTAKES: Readonly<Record<string, readonly Patch[]>> = {
  'the whole document is sent': [
    {
      file: 'listing.ts',
      from: "intend(now, 'update', putOf(now, rules.batch(send)))",
      to: "intend(now, 'update', now.desired)",
    },
  ],
  'a stale read is believed': [
    { file: 'listing.ts', from: 'if (!event.quiet && mayShowBefore(listing, fields)) return null', to: '' },
    {
      file: 'listing.ts',
      from: "if (listing.seen_version !== null && version !== '' && version < listing.seen_version) return null",
      to: '',
    },
  ],
  'the base is set from what is desired instead of what was sent': [
    { file: 'listing.ts', from: ': agreedAfter(listing.ours, open.put)', to: ': listing.desired' },
  ],
  'the echo is compared with what is desired': [
    {
      file: 'merge.ts',
      from: '!equalValue(seen[field], theirs[field])',
      to: '!equalValue(seen[field], desired[field])',
    },
  ],
  'a send is closed by any read': [
    {
      file: 'listing.ts',
      from: 'if (listing.open !== null) return null',
      to: 'if (listing.open !== null) return withSeen({ ...listing, open: null }, event)',
    },
  ],
}
