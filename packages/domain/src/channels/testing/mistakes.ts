/** Mistakes inside the rules of a listing, as changes of their source. */
import { loadPatched, type Patch } from '../../testing/patched-rules.ts'
import type { next } from '../listing.ts'

const FILES = ['channels/listing-details.ts', 'channels/fields.ts', 'channels/merge.ts', 'channels/listing.ts']

export async function rulesWith(patches: readonly Patch[]): Promise<typeof next> {
  const loaded = (await loadPatched(FILES, 'channels/listing.ts', patches)) as {
    next: typeof next // as the source exports it
  }
  return loaded.next
}

/** Of the design's twelve (channels, section 10), those that lie inside `next`. */
export const RULE_MISTAKES: Readonly<Record<string, readonly Patch[]>> = {
  'the whole document is sent': [
    {
      file: 'channels/listing.ts',
      from: "intend(now, 'update', putOf(now, rules.batch(send)))",
      to: "intend(now, 'update', now.desired)",
    },
  ],
  'a stale read is believed': [
    { file: 'channels/listing.ts', from: 'if (!event.quiet && mayShowBefore(listing, fields)) return null', to: '' },
    {
      file: 'channels/listing.ts',
      from: "if (listing.seen_version !== null && version !== '' && version < listing.seen_version) return null",
      to: '',
    },
  ],
  'the base is set from what is desired instead of what was sent': [
    { file: 'channels/listing.ts', from: ': agreedAfter(listing.ours, put)', to: ': listing.desired' },
  ],
  'the echo is compared with what is desired': [
    {
      file: 'channels/merge.ts',
      from: '!equalValue(seen[field], theirs[field])',
      to: '!equalValue(seen[field], desired[field])',
    },
  ],
  'a variant that does not show after a create is believed to be there': [
    { file: 'channels/listing.ts', from: 'if (placeOf(field).variant !== undefined) delete ours[field]', to: '' },
  ],
  'a part of a write that shows is taken for all of it': [
    {
      file: 'channels/listing.ts',
      from: "by === 'look' && open.kind === 'update'\n        ? agreedByRead",
      to: "by === 'look' && open.kind === 'remove'\n        ? agreedByRead",
    },
  ],
  'a send is closed by any read': [
    {
      file: 'channels/listing.ts',
      from: 'if (listing.open !== null) return null',
      to: 'if (listing.open !== null) return withSeen({ ...listing, open: null }, event)',
    },
  ],
}
