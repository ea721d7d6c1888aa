import { z } from 'zod'
import { action, defineVendor } from '../../frame/define-vendor.ts'
import { chooserStyle } from './chooser-page.ts'
import { avatar, BUILT_IN, findPerson } from './people.ts'
import { type AllTables, brands } from './registry.ts'
import { IDENTITY_TABLES } from './tables.ts'

/** Where people come from when they sign in with an account they have elsewhere. */
export const identity = defineVendor<AllTables>({
  id: 'identity',
  name: 'Social sign-in',
  kind: 'service',
  badge: { glyph: 'ID', colour: '#1A73C8' },
  endpoints: brands.flatMap(({ endpoints }) => endpoints),
  tables: IDENTITY_TABLES + brands.map(({ tables = '' }) => tables).join(''),
  async seed(world) {
    await world.db
      .insertInto('people')
      .values([...BUILT_IN])
      .onConflict((c) => c.doNothing())
      .execute()
  },
  async routes(app, world) {
    chooserStyle(app)
    app.get<{ Params: { file: string } }>('/people/:file', { config: { asset: true } }, async (request, reply) => {
      const sub = /^(\d{1,40})\.svg$/.exec(request.params.file)?.[1]
      const person = sub === undefined ? undefined : await findPerson(world.db, sub)
      if (!person) return reply.code(404).send({ error: 'not_found', message: 'There is no such picture' })
      return reply.type('image/svg+xml').header('cache-control', 'max-age=60').send(avatar(person))
    })
    for (const { routes } of brands) await routes(app, world)
  },
  expiredToken({ url }) {
    const [first] = brands
    const asked = brands.find(({ id }) => url.startsWith(`/identity/${id}`)) ?? first
    if (!asked) throw new Error('nobody signs people in')
    return asked.expired()
  },
  control: {
    revoke_tokens: action({
      label: 'Revoke all sign-ins',
      input: z.strictObject({}),
      async run(world) {
        const ended: Record<string, number> = {}
        for (const { id, revoke } of brands) ended[id] = await revoke(world)
        return ended
      },
    }),
  },
})
