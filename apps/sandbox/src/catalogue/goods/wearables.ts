import type { LeafText } from './leaf.ts'

export const WEARABLES: readonly LeafText[] = [
  {
    path: ['Shoes', 'Sneakers & Boots'],
    price: 32,
    grams: 820,
    choice: 'shoes',
    materials: ['Leather', 'Mesh', 'Suede'],
    goods: `
👟 running sneakers, mesh trainers: cushioned, slip resistant, bouncy, marathon | Mesh, Knit
🥾 hiking boots, trekking shoes: waterproof, rugged, ankle, suede
👞 leather oxford shoes, formal brogues: polished, laced, handmade, cushioned
👢 knee high boots, riding boots: zipped, chunky, faux, stacked
🛼 roller skates, quad skate shoes: light up, beginner, padded, outdoor
⛸️ ice skates, figure skating shoes: stainless, blade, insulated, lace up | Leather`,
  },
  {
    path: ['Shoes', 'Heels & Sandals'],
    price: 25,
    grams: 560,
    choice: 'shoes',
    materials: ['Faux Leather', 'Leather', 'EVA'],
    goods: `
👠 stiletto heels, pointed toe pumps: glittery, strappy, patent, slingback
👡 platform sandals, strappy wedge sandals: espadrille, buckled, comfy, braided
🩴 flip flops, thick sole flip flops: nonslip, squishy, bathroom, pillow | EVA
🥿 ballet flats, loafer slip on shoes: foldable, cushioned, pointed, commuter
🩴 beach flip flops, shower slides: quick drying, flexible, minimalist, lightweight | EVA`,
  },
  {
    path: ['Bags & Luggage', 'Backpacks'],
    price: 27,
    grams: 760,
    choice: 'litres',
    materials: ['Nylon', 'Polyester', 'Canvas'],
    goods: `
🎒 hiking backpack, school rucksack: waterproof, roll top, ergonomic, padded
💼 laptop briefcase, business messenger bag: expandable, antitheft, canvas, organized | Leather, Canvas
🧳 carry on suitcase, rolling luggage: hardshell, spinner, expandable, lockable | Polycarbonate, ABS Plastic
🧳 cabin suitcase, travel trolley: lightweight, hardshell, labelled, silent | Polycarbonate, ABS Plastic`,
  },
  {
    path: ['Bags & Luggage', 'Handbags & Wallets'],
    price: 19,
    grams: 420,
    choice: 'colour',
    materials: ['Leather', 'Faux Leather', 'Canvas'],
    goods: `
👜 leather handbag, crossbody satchel: quilted, slouchy, structured, vegan
👛 coin purse, mini zip wallet: embossed, kiss lock, slim, beaded
👝 clutch pouch, makeup zip bag: pearl, envelope, bridal, glitter
🛍️ shopping bag, gift bag: washable, sturdy, oversized, grocery | Paper, Cotton
👛 card wallet, slim purse: pebbled, minimalist, popup, compact
🪪 id badge, name card: retractable, magnetic, printable, staff | PVC`,
  },
  {
    path: ['Jewellery & Watches', 'Rings & Necklaces'],
    price: 9,
    grams: 30,
    choice: 'ring',
    materials: ['Sterling Silver', 'Stainless Steel', 'Brass'],
    goods: `
💍 moissanite ring, engagement ring: solitaire, sterling, halo, adjustable
📿 prayer bead necklace, mala bracelet: sandalwood, obsidian, tasselled, healing | Sandalwood
💎 faceted crystal, loose gemstone: brilliant, birthstone, sparkling, amethyst | Crystal
🔱 trident pendant, trident brooch: gilded, gothic, viking, oxidized
🪬 hamsa hand charm, hamsa amulet: enamel, turquoise, filigree, lucky
🧿 evil eye charm, nazar amulet: beaded, handmade, friendship, waterproof | Glass
💍 promise ring, wedding band: engraved, hammered, unisex, tiny
📿 bead necklace, wooden bead bracelet: gilded, dainty, layered, polished | Wood`,
  },
  {
    path: ['Jewellery & Watches', 'Earrings & Brooches'],
    price: 7,
    grams: 25,
    choice: 'colour',
    materials: ['Zinc Alloy', 'Enamel', 'Sterling Silver'],
    goods: `
🦋 butterfly brooch, butterfly hair clip: hypoallergenic, iridescent, lightweight, resin
🪶 feather charm, feather pendant: tribal, tasselled, vibrant, handmade | Feather
🐚 seashell charm, shell pendant: beachy, layered, natural, adjustable | Shell
🌟 star brooch, star charm: cubic, zirconia, climber, celestial
🪲 beetle brooch, vintage insect pin: enamelled, antique, scarab, quirky
⚜️ lily lapel pin, fleur de lis brooch: baroque, engraved, ornate, ceremonial
🐞 ladybug brooch pin, ladybird charm: glazed, cheerful, miniature, novelty`,
  },
  {
    path: ['Jewellery & Watches', 'Watches'],
    price: 26,
    grams: 140,
    choice: 'colour',
    materials: ['Stainless Steel', 'ABS Plastic', 'Wood'],
    goods: `
⌚ fitness smartwatch, bluetooth sports watch: heart rate, amoled, waterproof, sleep tracking
🕰️ mantel clock, antique pendulum clock: chiming, walnut, roman, silent | Walnut
⏱️ digital stopwatch, referee timer: water resistant, backlit, lap, coaching
⏰ twin bell alarm clock, bedside clock: loud, luminous, nonticking, retro
⏳ hourglass sand timer, decorative sandglass: walnut, calming, classroom, glass | Glass, Walnut
⏲️ kitchen timer, magnetic countdown clock: dial, loud, visual, study`,
  },
]
