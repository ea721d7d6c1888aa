import type { LeafText } from './leaf.ts'

export const WEARABLES: readonly LeafText[] = [
  {
    path: ['Shoes', 'Sneakers & Boots'],
    price: 32,
    grams: 820,
    choice: 'shoes',
    goods: `
👟 running sneakers, mesh trainers: cushioned, slip resistant, bouncy, marathon
🥾 hiking boots, trekking shoes: waterproof, rugged, ankle, suede
👞 leather oxford shoes, formal brogues: polished, laced, handmade, cushioned
👢 knee high boots, riding boots: zipped, chunky, faux, stacked
🛼 roller skates, quad skate shoes: light up, beginner, padded, outdoor
⛸️ ice skates, figure skating shoes: stainless, blade, insulated, lace up`,
  },
  {
    path: ['Shoes', 'Heels & Sandals'],
    price: 25,
    grams: 560,
    choice: 'shoes',
    goods: `
👠 stiletto heels, pointed toe pumps: glittery, strappy, patent, slingback
👡 platform sandals, strappy wedge sandals: espadrille, buckled, comfy, braided
🩴 cloud slippers, thick sole flip flops: nonslip, squishy, bathroom, pillow
🥿 ballet flats, loafer slip on shoes: foldable, cushioned, pointed, commuter
👣 barefoot water shoes, toe separator slippers: quick drying, flexible, minimalist, surfing`,
  },
  {
    path: ['Bags & Luggage', 'Backpacks'],
    price: 27,
    grams: 760,
    choice: 'capacity',
    goods: `
🎒 hiking backpack, school rucksack: waterproof, roll top, ergonomic, padded
💼 laptop briefcase, business messenger bag: expandable, antitheft, canvas, organized
🧳 carry on suitcase, rolling luggage: hardshell, spinner, expandable, lockable
🛄 packing cubes, luggage organizer set: compression, mesh, labelled, travel`,
  },
  {
    path: ['Bags & Luggage', 'Handbags & Wallets'],
    price: 19,
    grams: 420,
    choice: 'colour',
    goods: `
👜 leather handbag, crossbody satchel: quilted, slouchy, structured, vegan
👛 coin purse, mini zip wallet: embossed, kiss lock, slim, beaded
👝 clutch pouch, makeup zip bag: pearl, envelope, bridal, glitter
🛍️ reusable shopping bag, foldable tote: washable, sturdy, oversized, grocery
💳 card holder, rfid blocking wallet: aluminium, minimalist, popup, slim
🪪 lanyard badge holder, id card case: retractable, magnetic, transparent, staff`,
  },
  {
    path: ['Jewellery & Watches', 'Rings & Necklaces'],
    price: 9,
    grams: 30,
    choice: 'ring',
    goods: `
💍 moissanite ring, engagement ring: solitaire, sterling, halo, adjustable
📿 prayer bead necklace, mala bracelet: sandalwood, obsidian, tasselled, healing
💎 crystal pendant, gemstone choker: faceted, birthstone, dangling, amethyst
🔱 trident pendant, mens chain necklace: stainless, gothic, viking, oxidized
🪬 hamsa hand charm, protection amulet necklace: enamel, turquoise, filigree, lucky
🧿 evil eye bracelet, nazar anklet: beaded, handmade, friendship, waterproof
✝️ cross necklace, crucifix pendant: engraved, hammered, unisex, tiny
☪️ crescent necklace, moon star pendant: gilded, dainty, layered, polished`,
  },
  {
    path: ['Jewellery & Watches', 'Earrings & Brooches'],
    price: 7,
    grams: 25,
    choice: 'pattern',
    goods: `
🦋 butterfly earrings, dangling ear studs: hypoallergenic, iridescent, lightweight, resin
🪶 feather earrings, bohemian drop earrings: tribal, tasselled, vibrant, handmade
🐚 seashell anklet, cowrie shell jewelry set: beachy, layered, natural, adjustable
🌟 star ear cuff, sparkly stud earrings: cubic, zirconia, climber, celestial
🪲 beetle brooch, vintage insect pin: enamelled, antique, scarab, quirky
⚜️ lily lapel pin, heraldic brooch: baroque, engraved, ornate, ceremonial
🐞 ladybug brooch pin, ladybird charm: glazed, cheerful, miniature, novelty`,
  },
  {
    path: ['Jewellery & Watches', 'Watches'],
    price: 26,
    grams: 140,
    choice: 'colour',
    goods: `
⌚ fitness smartwatch, bluetooth sports watch: heart rate, amoled, waterproof, sleep tracking
🕰️ mantel clock, antique pendulum clock: chiming, walnut, roman, silent
⏱️ digital stopwatch, referee timer: water resistant, backlit, lap, coaching
⏰ twin bell alarm clock, bedside clock: loud, luminous, nonticking, retro
⏳ hourglass sand timer, decorative sandglass: walnut, calming, classroom, glass
⏲️ kitchen timer, magnetic countdown clock: dial, loud, visual, study`,
  },
]
