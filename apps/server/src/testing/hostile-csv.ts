/** Files for the import that are at the limit of what is legal, or made to keep a reader busy. */
export interface HostileCsv {
  name: string
  kind: 'csv' | 'urls'
  text: string
}

const MAX_TEXT = 5_000_000
const LEGAL_ROWS = 20_000
const address = (n: number) => `https://cjdropshipping.com/product/lamp-p-${n}.html`
const fill = (piece: string, bytes: number) => piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes)

/** `bytes` is the size of the files that have no size of their own. */
export function hostileCsvs(bytes = MAX_TEXT - 200_000): HostileCsv[] {
  const rows = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n)).join('\n')
  const tags = Array.from({ length: 12 }, (_, n) => `tag ${n}`).join('|')
  return [
    {
      name: '20,000 full rows',
      kind: 'csv',
      text: `url,title,price,tags\n${rows(LEGAL_ROWS, (n) => `${address(n)},"Lamp, number ${n}","12,50 €",${tags}`)}`,
    },
    { name: '20,000 addresses', kind: 'urls', text: rows(LEGAL_ROWS, address) },
    { name: 'rows of one letter', kind: 'csv', text: `url\n${fill('a\n', bytes)}` },
    { name: 'addresses of one letter', kind: 'urls', text: rows(bytes / 8, (n) => n.toString(36)) },
    // A line's end takes two bytes in JSON.
    { name: 'blank lines', kind: 'csv', text: `url\n${fill('\n', bytes * 0.8)}x` },
    { name: 'one row of commas', kind: 'csv', text: `url\n${fill(',', bytes)}` },
    { name: 'a header of commas', kind: 'csv', text: `${fill('url,', bytes)}\nx` },
    { name: 'a quote that never ends', kind: 'csv', text: `url\n"${fill('a ', bytes)}` },
    { name: 'quotes inside of words', kind: 'csv', text: `url\n${fill('a"b""c\n', bytes)}` },
    { name: 'spaces around every cell', kind: 'csv', text: `url\n${fill(`${' '.repeat(900)},`, bytes)}` },
    { name: 'spaces between addresses', kind: 'urls', text: fill(`${' '.repeat(4000)}x`, bytes) },
    { name: 'commas between addresses', kind: 'urls', text: fill(',;', bytes) },
    { name: 'tags without end', kind: 'csv', text: `url,tags\n${fill(`x,${'a|'.repeat(40_000)}\n`, bytes)}` },
    { name: 'a long price', kind: 'csv', text: `url,price\n${fill(`x,"${'9,'.repeat(40_000)}"\n`, bytes)}` },
    { name: 'a number as long as a row', kind: 'csv', text: `url,price\n${fill(`x,${'9'.repeat(90_000)}\n`, bytes)}` },
  ]
}
