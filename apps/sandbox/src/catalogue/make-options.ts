import type { Draw } from './draw.ts'
import type { Choice } from './goods/leaf.ts'
import type { Option } from './shapes.ts'

const COLOURS = [
  'Black',
  'White',
  'Gray',
  'Red',
  'Pink',
  'Orange',
  'Yellow',
  'Green',
  'Mint',
  'Teal',
  'Blue',
  'Navy',
  'Purple',
  'Brown',
  'Beige',
  'Gold',
] as const

const flat = (values: readonly string[], step = 0) => values.map((value, i) => ({ value, factor: 1 + i * step }))
const run = (draw: Draw, all: readonly string[], from: number, to: number) => {
  const count = draw.int(from, Math.min(to, all.length))
  const start = draw.int(0, all.length - count)
  return all.slice(start, start + count)
}
const colour = (draw: Draw, from = 2, to = 6): Option => ({
  name: 'Color',
  values: flat(draw.some(COLOURS, draw.int(from, to))),
})

/** The choices of a good: at most 24 variants for nearly all of them. */
export function makeOptions(choice: Choice, draw: Draw, materials: readonly string[] = []): Option[] {
  switch (choice) {
    case 'apparel':
      return [
        colour(draw, 2, 4),
        { name: 'Size', values: flat(run(draw, ['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL'], 3, 6), 0.015) },
      ]
    case 'shoes':
      return [
        colour(draw, 2, 4),
        {
          name: 'Shoe Size',
          values: flat(run(draw, ['35', '36', '37', '38', '39', '40', '41', '42', '43', '44', '45'], 4, 6)),
        },
      ]
    case 'ring':
      return [
        {
          name: 'Metal Color',
          values: flat(
            draw.some(['Silver Plated', 'Gold Plated', 'Rose Gold', 'Gunmetal', 'Platinum Plated'], draw.int(2, 3)),
          ),
        },
        { name: 'Size', values: flat(run(draw, ['5', '6', '7', '8', '9', '10', '11'], 3, 6)) },
      ]
    case 'colour':
      return [colour(draw, 2, 8)]
    case 'capacity':
      return [
        colour(draw, 2, 5),
        {
          name: 'Capacity',
          values: flat(run(draw, ['150ml', '200ml', '250ml', '300ml', '350ml', '400ml', '500ml', '600ml'], 2, 4), 0.12),
        },
      ]
    case 'litres':
      return [
        colour(draw, 2, 5),
        {
          name: 'Capacity',
          values: flat(run(draw, ['15L', '20L', '25L', '30L', '35L', '40L', '45L', '50L'], 2, 4), 0.18),
        },
      ]
    case 'outdoor':
      return [
        colour(draw, 2, 5),
        { name: 'Size', values: flat(run(draw, ['Mini', 'Small', 'Medium', 'Large', 'Extra Large'], 2, 4), 0.22) },
      ]
    case 'material':
      return [
        { name: 'Material', values: flat(draw.some(materials, draw.int(1, Math.min(3, materials.length))), 0.13) },
        colour(draw, 2, 4),
      ]
    case 'pack':
      return [
        {
          name: 'Quantity',
          values: [
            ['1pc', 1],
            ['2pcs', 1.85],
            ['3pcs', 2.6],
            ['5pcs', 4.1],
            ['10pcs', 7.6],
          ]
            .slice(0, draw.int(2, 5))
            .map(([value, factor]) => ({ value: String(value), factor: Number(factor) })),
        },
        ...(draw.chance(0.5) ? [colour(draw, 2, 4)] : []),
      ]
    case 'scent':
      return [
        {
          name: 'Scent',
          values: flat(
            draw.some(
              ['Lavender', 'Rose', 'Lemongrass', 'Coconut', 'Unscented', 'Green Tea', 'Vanilla'],
              draw.int(2, 5),
            ),
          ),
        },
      ]
    case 'pattern':
      return [
        {
          name: 'Style',
          values: flat(
            draw.some(
              ['Classic', 'Floral', 'Striped', 'Marble', 'Solid', 'Polka Dot', 'Ombre', 'Gingham', 'Leopard'],
              draw.int(2, 6),
            ),
          ),
        },
        ...(draw.chance(0.4) ? [colour(draw, 2, 3)] : []),
      ]
    case 'pet':
      return [colour(draw, 2, 4), { name: 'Size', values: flat(run(draw, ['XS', 'S', 'M', 'L', 'XL'], 3, 5), 0.09) }]
    case 'kids':
      return [
        colour(draw, 2, 4),
        {
          name: 'Kid Size',
          values: flat(
            run(draw, ['0-6 Months', '6-12 Months', '1-2 Years', '3-4 Years', '5-6 Years', '7-8 Years'], 2, 5),
            0.03,
          ),
        },
      ]
  }
}

/** 16 x 16 x 8 = 2,048: the most that a store can hold of one product. */
export function manyOptions(): Option[] {
  return [
    { name: 'Color', values: flat(COLOURS) },
    {
      name: 'Size',
      values: flat(
        Array.from({ length: 16 }, (_, i) => `${20 + i * 2}x${30 + i * 3} cm`),
        0.06,
      ),
    },
    { name: 'Pattern', values: flat(['Solid', 'Striped', 'Dotted', 'Floral', 'Marble', 'Checked', 'Wave', 'Leaf']) },
  ]
}
