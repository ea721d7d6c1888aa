/** The yardstick: Fastify, pg, one SELECT by primary key. Nothing else. */
import fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })
const app = fastify()
app.get(
  '/user',
  async () => (await pool.query('select * from users where user_id = $1', [process.env['USER_ID']])).rows[0],
)
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.send?.('ready')
