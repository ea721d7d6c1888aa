import type { ReactNode } from 'react'

export interface Column<R> {
  title: string
  /** The column needs no heading to be understood; screen readers still hear one. */
  titleHidden?: boolean
  cell: (row: R) => ReactNode
  /** What the CSV holds; without it the column is left out there. */
  csv?: (row: R) => string
  /** Numbers stand at the end. */
  align?: 'start' | 'end'
  width?: number
  sortable?: boolean
  /** Names and actions cannot be hidden. */
  fixed?: boolean
  /** There for whoever wants it. */
  startsHidden?: boolean
}

export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

/** By their keys, in the order of the table: a card may draw the cell of one of them. */
export type Columns<R, K extends string = string> = Readonly<Record<K, Column<R>>>

export const pickColumns = <R, K extends string>(columns: Columns<R, K>, keys: readonly K[]): Columns<R> =>
  Object.fromEntries(keys.map((key) => [key, columns[key]]))

export type KeyedColumn<R> = Column<R> & { key: string }

export const keyed = <R>(columns: Columns<R>): KeyedColumn<R>[] =>
  Object.entries(columns).map(([key, column]) => ({ key, ...column }))
