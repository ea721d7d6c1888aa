import { expect, test } from 'vitest'
import { counterVendor, useSandbox } from '../test-sandbox.ts'

const sandbox = useSandbox([counterVendor])
const count = () => fetch(`${sandbox.url}/counter/count`, { method: 'POST' })

test('malformed_json: status 200, half the answer, and the work is done and in the books', async () => {
  await sandbox.setFaults('counter', [{ kind: 'malformed_json', times: 1 }])
  const broken = await count()
  expect(broken.status).toBe(200)
  await expect(broken.json()).rejects.toThrow(SyntaxError)
  expect((await sandbox.events('vendor=counter&kind=call')).at(-1)).toMatchObject({
    status: 200,
    detail: { fault: 'malformed_json', response: { n: 1 } },
  })
  expect(await (await count()).json()).toEqual({ n: 2 })
})
