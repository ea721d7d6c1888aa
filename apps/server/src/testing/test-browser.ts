import { authCalls } from '@omni/contracts/auth.calls.ts'
import type { Call, CallInput, Out } from '@omni/contracts/kernel.ts'
import type { TestServer } from './test-server.ts'

export type TestBrowser = ReturnType<typeof testBrowser>

/** Asks as a browser does: it keeps its cookies and says where a request comes from. */
export function testBrowser(server: TestServer) {
  const cookies = new Map<string, string>()
  const ask = async <C extends Call>(call: C, input?: CallInput<C>) => {
    const reply = await server.ask(call, input, null, {
      origin: 'http://omni.test',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    })
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = String(line).split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return { ...reply, data: reply.body.data as Out<C> | null } // the call's own reply
  }
  return { ask, cookies, isIn: async () => (await ask(authCalls.getAccount)).http === 200 }
}
