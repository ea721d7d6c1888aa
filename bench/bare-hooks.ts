/** The yardstick: Fastify, pg, one INSERT. Nothing else. */
import fastify from 'fastify'
import { randomUUID } from 'node:crypto'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })
const app = fastify()
app.post('/hook', async (request) => {
  await pool.query('insert into bare_hooks (id, body) values ($1, $2)', [randomUUID(), JSON.stringify(request.body)])
  return { ok: true }
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.send?.('ready')
