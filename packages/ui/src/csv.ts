/** A cell that begins like a formula would run in a spreadsheet; the quote keeps it text. */
const FORMULA_START = /^[=+\-@\t\r]/

function cell(value: string): string {
  const safe = FORMULA_START.test(value) && !/^-?\d+([.,]\d+)?$/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cell).join(',')).join('\r\n')

/** The mark in front lets spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Keeps a file of our own site under a name; the page stays. */
export function downloadFrom(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export function downloadText(name: string, text: string, type: string) {
  const url = URL.createObjectURL(new Blob([text], { type }))
  downloadFrom(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

export const downloadCsv = (name: string, rows: readonly (readonly string[])[]) =>
  downloadText(`${name}.csv`, BYTE_ORDER_MARK + toCsv(rows), 'text/csv;charset=utf-8')
