import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { COPIED } from './tables.ts'

export interface Part {
  of_table: string
  columns: string[]
  /** A list of rows as JSON. */
  rows: string
}
export interface Original {
  workplace_id: string
  user_id: string
}

interface Link {
  table: string
  columns: string[]
  parent: string
  parent_columns: string[]
}

/** The rows of the shop in scope by table, those that others hang on first. */
export async function readShop(tx: Tx): Promise<Part[]> {
  const [columns, links] = [await readColumns(tx), await readLinks(tx)]
  const parts: Part[] = []
  for (const table of inOrder(links)) {
    const names = columns.get(table)
    if (!names) throw new Error(`the example shop names ${table}, which is no table`)
    const { rows } = await tx.executeQuery<{ rows: string | null }>(CompiledQuery.raw(selectOf(table, names, links)))
    if (rows[0]?.rows) parts.push({ of_table: table, columns: names, rows: rows[0].rows })
  }
  return parts
}

/** Every id of the shop, also of what is not copied: none of them may stand in a copy. */
export async function readIds(tx: Tx, { workplace_id }: Original): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; is_list: boolean }>`
    select c.relname as table, a.attname as column, a.atttypid = 'uuid[]'::regtype as is_list
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype) and c.relname <> 'telemetry_events'
      and exists (select from pg_attribute w where w.attrelid = c.oid and w.attname = 'workplace_id')`.execute(tx)
  const read = columns.map(
    ({ table, column, is_list }) =>
      `select ${is_list ? `unnest(t."${column}")` : `t."${column}"`} as id from "${table}" t where t.workplace_id = $1`,
  )
  const { rows } = await tx.executeQuery<{ id: string }>(
    CompiledQuery.raw(`select distinct id from (${read.join(' union all ')}) x where id is not null order by id`, [
      workplace_id,
    ]),
  )
  return rows.map(({ id }) => id)
}

async function readColumns(tx: Tx): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname::text as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = '' group by 1`.execute(tx)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

async function readLinks(tx: Tx): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as parent,
      array(select a.attname::text from unnest(k.conkey) with ordinality as n (num, at)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.num order by n.at) as columns,
      array(select a.attname::text from unnest(k.confkey) with ordinality as n (num, at)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.num order by n.at) as parent_columns
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`.execute(tx)
  return rows
}

/** Tables after those that they refer to. */
function inOrder(links: readonly Link[]): string[] {
  const done: string[] = []
  const visit = (table: string) => {
    if (done.includes(table)) return
    for (const { table: child, parent } of links)
      if (child === table && parent !== table && parent in COPIED) visit(parent)
    done.push(table)
  }
  for (const table of Object.keys(COPIED)) visit(table)
  return done
}

function selectOf(table: string, columns: readonly string[], links: readonly Link[]): string {
  const { set = {} } = COPIED[table] ?? {}
  for (const name of Object.keys(set)) if (!columns.includes(name)) throw new Error(`${table} has no column ${name}`)
  const values = columns.map((name) => `${set[name] ?? `t."${name}"`} as "${name}"`)
  return `select json_agg(row_to_json(x))::text as rows
    from (select ${values.join(', ')} from "${table}" t where ${conditionOf(table, 't', links)}) x`
}

/** Which rows of a table are copied: of the shop, of its owner, and not hanging on one that is left out. */
function conditionOf(table: string, row: string, links: readonly Link[]): string {
  const { where } = COPIED[table] ?? {}
  const all = [`${row}.workplace_id = scope_workplace()`, ...(where ? [`(${where.replace(/\bt\./g, `${row}.`)})`] : [])]
  for (const { columns, parent, parent_columns } of links.filter(
    (link) => link.table === table && link.parent !== table,
  )) {
    if (parent === 'users') all.push(`${row}."${columns[0]}" = scope_user()`)
    if (!(parent in COPIED)) continue
    const [p, last] = [`${row}p`, columns.at(-1) ?? '']
    const same = columns.map((name, at) => `${p}."${parent_columns[at]}" = ${row}."${name}"`)
    const there = `exists (select from "${parent}" ${p} where ${same.join(' and ')} and ${conditionOf(parent, p, links)})`
    all.push(`(${row}."${last}" is null or ${there})`)
  }
  return all.join(' and ')
}
