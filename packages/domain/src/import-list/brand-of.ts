/** What suppliers call it, in the languages of their marketplaces. */
const NAMES = new Set(
  'brand,brand name,marke,marque,marca,merk,ブランド,品牌,العلامة التجارية'
    .split(',')
    .map((name) => name.normalize('NFC')),
)
/** What they write where a thing has none. */
const NONE = new Set(
  'none,no,n/a,na,null,unbranded,no brand,generic,noenname_null,oem,other,does not apply,markenlos,ohne markenzeichen,sans marque,sin marca,senza marca'.split(
    ',',
  ),
)

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** The maker's name from a product's own facts; '' where they name none. */
export function brandOf(specifications: readonly { name: string; value: string }[]): string {
  const named = specifications.filter(({ name }) => NAMES.has(plain(name).toLowerCase()))
  return named.map(({ value }) => plain(value)).find((value) => value !== '' && !NONE.has(value.toLowerCase())) ?? ''
}
