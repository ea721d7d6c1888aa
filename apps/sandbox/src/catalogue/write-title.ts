import type { Draw } from './draw.ts'
import type { Good, Oddity, Source } from './shapes.ts'
import { TRAITS } from './sources/registry.ts'
import type { SourceTraits } from './sources/traits.ts'

/** By the first two steps of the category where the first says too little. */
const FOR_WHOM: Record<string, readonly string[]> = {
  'Fashion/Women': ['for Women', 'for Ladies', 'Gift for Her', 'for Women and Teens'],
  'Fashion/Men': ['for Men', 'Gift for Him', 'for Everyday Wear', 'for Men and Teens'],
  'Fashion/Accessories': ['for Women and Men', 'Unisex', 'for Everyday Wear', 'Birthday Gift'],
  'Shoes/Heels & Sandals': ['for Women', 'for Ladies', 'for Summer', 'Gift for Her'],
  Shoes: ['for Women', 'for Men', 'for Walking', 'for Everyday Wear'],
  'Bags & Luggage': ['for Travel', 'for Work', 'for Students', 'for Weekend Trips'],
  'Jewellery & Watches': ['for Girlfriend', 'Birthday Gift', 'for Mother', 'Anniversary Present'],
  'Beauty & Health/Wellness': ['for Home', 'for Daily Care', 'Self Care Gift', 'for the Family'],
  'Beauty & Health': ['for Sensitive Skin', 'for Daily Care', 'Salon Quality', 'Self Care Gift'],
  'Home & Living/Bath & Cleaning': ['for Bathroom', 'for Home', 'for Hotels', 'for Small Apartments'],
  'Home & Living': ['for Living Room', 'for Bedroom', 'Home Decor', 'for Small Apartments'],
  'Kitchen & Dining': ['for Kitchen', 'for Camping', 'Housewarming Gift', 'for Restaurants'],
  Electronics: ['for Home Office', 'for Home', 'for Travel', 'Tech Gift'],
  'Toys & Games': ['for Kids', 'for Toddlers', 'Birthday Gift', 'for Children and Adults'],
  'Baby & Kids': ['for Newborns', 'for Toddlers', 'Baby Shower Gift', 'for Boys and Girls'],
  'Pets/Dog Supplies': ['for Small Dogs', 'for Large Breeds', 'for Puppies', 'Dog Lover Gift'],
  'Pets/Cat Supplies': ['for Cats', 'for Kittens', 'for Indoor Cats', 'Cat Lover Gift'],
  Pets: ['for Small Pets', 'for Pet Lovers', 'for Pet Owners', 'Pet Supplies'],
  Sports: ['for Gym', 'for Training', 'for Beginners', 'for Professionals'],
  Outdoors: ['for Camping', 'for Hiking', 'for Beach Holidays', 'for Family Trips'],
  Garden: ['for Garden', 'for Balcony', 'for Patio', 'for Indoor Plants'],
  'Office & School': ['for School', 'for Office', 'for Students', 'for Teachers'],
  'Tools & DIY': ['for Woodworking', 'for Repair', 'for Home Improvement', 'for Mechanics'],
  'Auto & Motor': ['for Cars', 'for SUV', 'for Trucks', 'Universal Fit'],
  'Party & Holidays/Seasonal': ['for the Holidays', 'for Home', 'for Front Door', 'for Family Gatherings'],
  'Party & Holidays': ['for Birthday', 'for Wedding', 'for Baby Shower', 'for Family Gatherings'],
  Music: ['for Beginners', 'for Kids', 'for Students', 'for Musicians'],
}
const PRAISE = [
  'Premium',
  'Portable',
  'New Arrival',
  'High Quality',
  'Upgraded',
  'Durable',
  'Creative',
  'Stylish',
  'Practical',
  'Elegant',
  'Popular',
  'Professional',
]
const CHINESE = (noun: string) => `跨境爆款 ${noun} 新款便携式家居户外两用 厂家直销`
const ARABIC = (noun: string) => `منتج عملي عالي الجودة ${noun} للمنزل والسفر شحن سريع`

const capital = (text: string) =>
  text.replace(/(^|[\s-])([a-z])/g, (_, gap: string, letter: string) => gap + letter.toUpperCase())

/**
 * The same good in each seller's own words: its plain name and its first feature are in every title, the rest varies.
 */
export function writeTitle(good: Good, source: Source, by: Draw, oddity: Oddity | null): string {
  const [name = '', other = name] = good.kind.names.map(capital)
  const [first = '', ...more] = good.features.map(capital)
  const [second = first, third = second] = by.shuffled(more)
  const { path } = good.kind.category
  const whom = by.pick(FOR_WHOM[path.slice(0, 2).join('/')] ?? FOR_WHOM[path[0] ?? ''] ?? ['for Everyone'])
  const praise = by.pick(PRAISE)
  if (oddity === 'chinese_title') return CHINESE(name)
  if (oddity === 'arabic_title') return ARABIC(name)
  if (oddity === 'emoji_title') return `${good.kind.emoji} ${first} ${name} – “${praise}” ★ ${whom} ✨ Café Édition`
  const pick = by.int(0, 2)
  const { titles, longest_title }: SourceTraits = TRAITS[source]
  const words = { brand: good.brand, name, other, first, second, third, praise, whom }
  const title = titles(words, by)[pick] ?? name
  return longest_title === undefined ? title : shorten(title, longest_title)
}

/** Whole words only. */
function shorten(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, text.lastIndexOf(' ', longest))
}
