import type { ReactNode } from 'react'

export interface Column<R> {
  key: string
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
