/** The yardstick of writes: Fastify, pg, one durable INSERT. Nothing else. */
import fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })
const app = fastify()
app.post('/row', async ({ body }) => {
  const { id } = body as { id: string } // the benchmark's own request
  await pool.query('insert into bench_rows (id, amount) values ($1, 1000)', [id])
  return { id }
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.send?.('ready')
