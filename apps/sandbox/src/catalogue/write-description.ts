import { draw } from './draw.ts'
import type { Offer } from './shapes.ts'

const OPENINGS = [
  'Meet',
  'Say hello to',
  'Looking for something better? Try',
  'Made for every day:',
  'A thoughtful present:',
  'Our best seller:',
]
const CLAIMS = [
  'Carefully checked before it leaves the warehouse.',
  'Colours may differ slightly from the pictures because of the light.',
  'Please allow 1-2 cm of difference due to manual measurement.',
  'Easy to clean and easy to store.',
  'A fine gift for family and friends.',
  'Sturdy stitching and clean edges.',
  'Safe materials without a strong smell.',
  'Light enough to take along everywhere.',
  'If anything is wrong, write to us first and we will put it right.',
  'Designed with real use in mind, tested for months.',
]

/** What sellers really paste into their listings. A reader that trusts this HTML is broken. */
const DIRT: readonly ((offer: Offer) => string)[] = [
  () => '<script>window.__shop=window.__shop||[];__shop.push("view");document.title="Free coupon"</script>',
  () => '<iframe src="https://video.example/embed/12" width="1" height="1" style="border:0"></iframe>',
  () => '<img src="x" onerror="alert(document.domain)">',
  () => '<a href="javascript:void(document.cookie)" onclick="track()">More from our store</a>',
  () =>
    `<div style="${'font-family:Arial;margin:0px;padding:0px;box-sizing:border-box;line-height:1.5;'.repeat(60)}">&nbsp;</div>`,
  () => '<style>body{display:none!important}</style><link rel="stylesheet" href="https://cdn.example/a.css">',
  () => '<object data="https://player.example/p.swf"></object><embed src="https://player.example/p.swf">',
  () => '<svg><script>1</script></svg><p><b><i>unclosed',
  () => '<form action="https://survey.example"><input name="email"><button>Win</button></form>',
  (offer) => `<kse:widget data-widget-type="relatedProduct" id="${offer.id}" title="" type="relation"></kse:widget>`,
]

export function writeDescription(offer: Offer, pictureUrls: readonly string[]): string {
  const by = draw(`description ${offer.source} ${offer.id}`)
  const { good } = offer
  const name = by.pick(good.kind.names)
  const points = by.shuffled(good.features).map((feature) => `<li><strong>${feature}</strong>: ${by.pick(CLAIMS)}</li>`)
  const parts = [
    `<h2>${by.pick(OPENINGS)} the ${good.features[0]} ${name}</h2>`,
    `<p>${by.pick(CLAIMS)} ${by.pick(CLAIMS)}</p>`,
    `<ul>${points.join('')}</ul>`,
    `<table><tr><td>Brand</td><td>${good.brand}</td></tr><tr><td>Material</td><td>${good.material}</td></tr><tr><td>Weight</td><td>${good.grams} g</td></tr></table>`,
    ...pictureUrls.slice(0, 3).map((url) => `<p><img src="${url}" alt="${name}"></p>`),
    `<p>Package: 1 x ${name}</p>`,
  ]
  const dirt = by.chance(0.35) ? by.shuffled(DIRT).slice(0, by.int(1, 3)) : []
  for (const make of dirt) parts.splice(by.int(0, parts.length), 0, make(offer))
  return parts.join('\n')
}

/** Where buyers ask for one. */
const CERTIFICATES: Record<string, readonly string[]> = {
  Electronics: ['CE', 'RoHS', 'FCC'],
  'Toys & Games': ['CE', 'EN 71', 'ASTM F963'],
  'Baby & Kids': ['CE', 'OEKO-TEX'],
}

export function specificationsOf(offer: Offer): { name: string; value: string }[] {
  const { good } = offer
  const by = draw(`specs ${good.number}`)
  const root = good.kind.category.path[0] ?? ''
  return [
    { name: 'Brand Name', value: good.brand },
    { name: 'Material', value: good.material },
    { name: 'Origin', value: by.pick(['Mainland China', 'Vietnam', 'United States', 'Turkey']) },
    { name: 'Type', value: good.kind.names[0] ?? '' },
    { name: 'Feature', value: good.features.join(', ') },
    { name: 'Item Weight', value: `${good.grams} g` },
    { name: 'Model Number', value: `${good.brand.slice(0, 2).toUpperCase()}-${1000 + good.number}` },
    ...(CERTIFICATES[root] ? [{ name: 'Certification', value: by.pick(CERTIFICATES[root]) }] : []),
  ].slice(0, by.int(5, 8))
}
