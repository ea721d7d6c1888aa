/**
 * What the operator of an installation sees and repeats: jobs that were given up, what vendors delivered, and what of
 * their replies could not be read, and payments of which nobody knows what became.
 * `DATABASE_URL=… npm run operate -- jobs | retry <failure> | deliveries [vendor] | replay <delivery> |
 * unread | returns | payments | look-again <payment> | not-charged <payment> | books | statement <account> [moment] [effective|known] [csv|json]`.
 */
import pg from 'pg'
import { accountStatement, statementText } from '../apps/server/src/platform/account-statement.ts'

const USAGE =
  'Usage: DATABASE_URL=… npm run operate -- jobs | retry <failure_id> | deliveries [vendor] | replay <inbox_id> | unread | returns | payments | look-again <payment_id> | not-charged <payment_id> | books | statement <account> [moment] [effective|known] [csv|json]'
const SHOWN = 50
const ID = /^[0-9a-f-]{36}$/

const [command = '', subject = '', ...rest] = process.argv.slice(2)
const url = process.env['DATABASE_URL']
if (!url) stop(USAGE)
const client = new pg.Client({ connectionString: url })
await client.connect()

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

async function table(sql: string, values: unknown[] = []): Promise<void> {
  const { rows } = await client.query(sql, values)
  if (rows.length === 0) console.log('Nothing.')
  else console.table(rows)
}

async function change(sql: string, done: string): Promise<void> {
  if (!ID.test(subject)) stop(USAGE)
  const { rowCount } = await client.query(sql, [subject])
  if (rowCount === 0) stop('There is none with this id.')
  console.log(done)
}

/** `not_charged`: what the operator saw at the provider. */
const lookAgain = (not_charged: 'true' | 'false') => `
  with again as (update payments set polls = 0, check_at = now() where payment_id = $1 and state = 'checking'
    returning workplace_id, payment_id)
  select enqueue_job('wallet.poll', json_build_object('workplace_id', workplace_id, 'payment_id', payment_id,
    'not_charged', ${not_charged})) from again`

const COMMANDS: Record<string, () => Promise<void>> = {
  books: () =>
    table(
      `select provider, ref, kind, currency, ours, theirs, about_workplace, first_seen, explained_at
       from book_differences order by explained_at nulls first, first_seen desc limit ${SHOWN}`,
    ),
  returns: () =>
    table(
      `select provider, kind, ref, status, is_over, amount, currency, workplace_id, payment_id, first_at from payment_returns
       order by is_over, first_at desc limit ${SHOWN}`,
    ),
  payments: () =>
    table(
      `select payment_id, workplace_id, provider, purpose, amount, currency, reference, polls, check_at, created_at
       from payments where state = 'checking' order by check_at nulls first, created_at limit ${SHOWN}`,
    ),
  'look-again': () => change(lookAgain('false'), 'The provider is asked again.'),
  'not-charged': () => change(lookAgain('true'), 'It ends as not charged, unless the provider shows it now.'),
  unread: () =>
    table(
      `select vendor, capability, rows, example, first_at, last_at from unread_rows order by last_at desc limit ${SHOWN}`,
    ),
  statement: async () => {
    const moment = new Date(rest.find((word) => /^\d{4}-/.test(word)) ?? Date.now())
    if (subject === '' || Number.isNaN(moment.getTime())) stop(USAGE)
    const by = rest.includes('known') ? 'known' : 'effective'
    const lines = await accountStatement(client, { account: subject, at: moment, by })
    console.log(statementText(lines, rest.includes('json') ? 'json' : 'csv'))
  },
  jobs: () =>
    table(
      `select failure_id, job, tries, failed_at, retried_at, left(error, 100) as error from job_failures
       order by failed_at desc limit ${SHOWN}`,
    ),
  retry: () =>
    change(
      `with failed as (update job_failures set retried_at = now() where failure_id = $1 returning job, payload)
       select enqueue_job(job, payload::json) from failed`,
      'The job is tried again.',
    ),
  deliveries: () =>
    table(
      `select inbox_id, vendor, topic, account_key, received_at, handled_at, length(body) as bytes from inbox
       where $1 in ('', vendor) order by received_at desc limit ${SHOWN}`,
      [subject],
    ),
  replay: () =>
    change(
      `with again as (update inbox set handled_at = null, state = 'alone' where inbox_id = $1
         returning inbox_id, vendor, account_key, lane)
       select enqueue_job('receive.handle', json_build_object('inbox_id', inbox_id, 'vendor', vendor,
         'account_key', account_key, 'lane', lane),
         queue := left(concat_ws(' ', 'receive', vendor, nullif(lane, ''), account_key), 120)) from again`,
      'The delivery is handled again.',
    ),
}
const run = COMMANDS[command]
if (!run) stop(USAGE)
await run()
await client.end()
