/** Whether a row as PostgreSQL describes it is the row that the code names. Null is not compared: PostgreSQL does not say. */
import type { Column } from './describe.ts'
import type { Kinds, RawSql } from './read-statements.ts'

const isList = (kind: string) => kind.endsWith('[]')
const fits = (kind: string, kinds: Kinds) =>
  kind === 'void' ||
  kinds.every(
    (one) =>
      one === kind || one === 'any' || kind === 'any' || (isList(one) && isList(kind) && [one, kind].includes('any[]')),
  )

/** Sentences about a statement; none when it is right. */
export function compareRow(columns: Column[], { kinds, properties }: Pick<RawSql, 'kinds' | 'properties'>): string[] {
  if (kinds.includes('any')) return []
  if (kinds.some((kind) => kind !== 'object')) return [`T is ${kinds.join(' | ')}, and no row`]
  const wrong: string[] = []
  for (const { name, kind } of columns) {
    const property = properties.get(name)
    if (!property && kind === 'void') continue // a function that was called for what it does
    if (!property) wrong.push(`column "${name}" is not in T`)
    else if (!fits(kind, property.kinds)) wrong.push(`"${name}" is ${kind}, T says ${property.kinds.join(' | ')}`)
  }
  for (const [name, { optional }] of properties)
    if (!optional && !columns.some((column) => column.name === name)) wrong.push(`"${name}" of T is no column`)
  return wrong
}

/** The same for an expression inside a builder's query: its one value. */
export function compareValue([column]: Column[], { kinds }: Pick<RawSql, 'kinds'>): string[] {
  if (!column || fits(column.kind, kinds)) return []
  return [`the value is ${column.kind}, T says ${kinds.join(' | ')}`]
}
