import { VendorError } from '@omni/connectors/vendor-error.ts'
import { expect, test } from 'vitest'
import { readById } from './read-by-id.ts'

/** A store that has these; of what is in `odd` nobody can read the reply. */
const storeWith = (ids: string[], odd: string[]) => async (input: { remote_ids: string[] }) => {
  if (input.remote_ids.some((id) => odd.includes(id))) throw new VendorError('store', 'unreadable', 'odd')
  return ids.filter((id) => input.remote_ids.includes(id)).map((remote_id) => ({ remote_id }))
}

test('one that cannot be read: the others are taken, and it does not count as gone', async () => {
  const read = storeWith(['1', '2', '4', '5'], ['4'])
  expect(await readById(read, ['1', '2', '3', '4', '5'])).toEqual({
    found: [{ remote_id: '1' }, { remote_id: '2' }, { remote_id: '5' }],
    absent: ['3'],
  })
})

test('a store that cannot be asked is another matter', async () => {
  const down = async () => {
    throw new VendorError('store', 'unavailable', 'down')
  }
  await expect(readById(down, ['1', '2'])).rejects.toMatchObject({ kind: 'unavailable' })
})
