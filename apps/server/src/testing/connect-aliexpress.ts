import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Person, TestServer } from './test-server.ts'

/** Allows us in at AliExpress as a person without scripts would. */
export async function connectAliexpress(server: Pick<TestServer, 'ask'>, me: Person) {
  const { url = '' } = (await server.ask(sourceAccountCalls.getAliexpressLoginUrl, {}, me)).body.data ?? {}
  const page = await (await fetch(url)).text()
  const form = new URLSearchParams({ decision: 'allow' })
  for (const [, name = '', value = ''] of page.matchAll(/<input type="(?:hidden|radio)" name="(\w+)" value="([^"]*)"/g))
    if (!form.has(name)) form.set(name, value.replaceAll('&amp;', '&'))
  const reply = await fetch(url.split('?')[0] ?? '', { method: 'POST', body: form, redirect: 'manual' })
  const back = new URL(reply.headers.get('location') ?? '').searchParams
  const input = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
  const finish = () => server.ask(sourceAccountCalls.finishAliexpressLogin, input, me)
  return { first: await finish(), again: finish }
}
