/** What a statement answers, without running it: PostgreSQL's own Describe, and the values that the pool makes of it. */
import type pg from 'pg'
import { types } from '../../apps/server/src/platform/db.ts'

export interface Column {
  name: string
  /** `string`, `number[]`, `Buffer`, … as the pool's parsers make it; `any` for JSON, `void` of what has no value. */
  kind: string
}
export type Described = { columns: Column[] } | { code: string; message: string }

/** What PostgreSQL cannot explain: savepoint, rollback. Describe has accepted it before. */
const SYNTAX_ERROR = '42601'

/** A text of each type whose values are something else than the text itself. */
const SAMPLES: Record<string, string> = {
  bool: 't',
  int2: '1',
  int4: '1',
  int8: '1',
  oid: '1',
  float4: '1',
  float8: '1',
  numeric: '1',
  date: '2000-01-01',
  timestamp: '2000-01-01 00:00:00',
  timestamptz: '2000-01-01 00:00:00+00',
  interval: '00:00:01',
  bytea: '\\x00',
  point: '(0,0)',
}
const ANYTHING = ['json', 'jsonb']

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (value instanceof Date) return 'Date'
  return typeof value
}

interface Field {
  name: string
  dataTypeID: number
}

export class Describer {
  readonly #client: pg.Client
  readonly #names: Map<number, string>
  private constructor(client: pg.Client, names: Map<number, string>) {
    this.#client = client
    this.#names = names
  }

  /** As the app's role. */
  static async on(client: pg.Client): Promise<Describer> {
    const { rows } = await client.query<{ oid: number; typname: string }>('select oid, typname from pg_type')
    await client.query('set role omni_app')
    return new Describer(client, new Map(rows.map(({ oid, typname }) => [oid, typname])))
  }

  /** What else would stop it, without running it: a grant that the app's role lacks, or what only planning finds. */
  async explain(text: string): Promise<string | undefined> {
    return this.#client.query(`explain (generic_plan) ${text}`).then(
      () => undefined,
      (error: pg.DatabaseError) => (error.code === SYNTAX_ERROR ? undefined : error.message),
    )
  }

  #kind(oid: number): string {
    const name = this.#names.get(oid) ?? ''
    if (name === 'void') return name
    const one = name.replace(/^_/, '')
    if (ANYTHING.includes(one)) return one === name ? 'any' : 'any[]'
    const sample = SAMPLES[one] ?? 'x'
    const text = one === name ? sample : `{"${sample.replace('\\', '\\\\')}"}`
    // Typed for the types it has names for; every number is answered.
    return kindOf((types.getTypeParser(oid) as (text: unknown) => unknown)(text))
  }

  /** Parse, Describe, Sync: PostgreSQL reads names and types and infers the parameters. Nothing is executed. */
  async describe(text: string): Promise<Described> {
    const fields = await new Promise<Field[] | pg.DatabaseError>((done) => {
      let answer: Field[] | pg.DatabaseError = []
      // What pg calls a query of one's own (pg-cursor is another).
      const query = {
        submit(connection: pg.Connection) {
          connection.parse({ name: '', text, types: [] }, true)
          connection.describe({ type: 'S', name: '' }, true)
          connection.sync()
        },
        handleRowDescription: (message: { fields: Field[] }) => {
          answer = message.fields
        },
        handleError: (error: pg.DatabaseError) => {
          answer = error
          // pg takes a failed query for ended; the server's ReadyForQuery still comes.
          done(answer)
        },
        handleReadyForQuery: () => done(answer),
      }
      this.#client.query(query)
    })
    if (!Array.isArray(fields)) return { code: fields.code ?? '', message: fields.message }
    return { columns: fields.map(({ name, dataTypeID }) => ({ name, kind: this.#kind(dataTypeID) })) }
  }
}
