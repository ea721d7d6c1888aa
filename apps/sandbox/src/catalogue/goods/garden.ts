import type { LeafText } from './leaf.ts'

export const GARDEN: readonly LeafText[] = [
  {
    path: ['Garden', 'Plants & Flowers'],
    price: 11,
    grams: 240,
    choice: 'pack',
    materials: ['Silk', 'Polyethylene', 'Latex'],
    goods: `
🌱 seedling, mini sprout plant: potted, herb, live, organic | Live Plant
🪴 potted plant, artificial potted plant: self watering, modern, evergreen, ceramic | Polyethylene
🌵 artificial cactus, potted cactus: faux, potted, assorted, desert
🌷 artificial tulips, silk tulip bouquet: real touch, spring, latex, lifelike
🌹 preserved rose, artificial rose: eternal, glass dome, enchanted, velvet
🌻 sunflower stem, artificial sunflower: garland, bright, farmhouse, autumn
🌸 cherry blossom, sakura flower: silk, hanging, delicate, wedding
🌺 hibiscus flower, hibiscus hair clip: luau, tropical, silk, hula
🌼 daisy flower, artificial daisy: tiny, wild, meadow, faux
💐 flower bouquet, wedding bouquet: pampas, rustic, bridal, everlasting
🪻 hyacinth flower, artificial hyacinth: fragrant, dried, provence, purple
🌴 artificial palm tree, palm tree decoration: indoor, tall, monstera, lush
🌿 eucalyptus stem, green leaf stem: greenery, trailing, leafy, backdrop
🍀 four leaf clover charm, shamrock decoration: lucky, real, pressed, irish
🍁 maple leaf, autumn leaf decoration: harvest, fall, berry, front door
🍄 mushroom garden ornament, toadstool stake: solar, glazed, fairy, whimsical | Resin
🎋 bamboo stalk, wish bamboo decoration: natural, rolled, privacy, reed
🎍 bamboo arrangement, kadomatsu decoration: miniature, juniper, rake, tabletop
🌾 dried wheat, wheat stem bunch: fluffy, boho, natural, tall
🌳 artificial tree, model tree: landscape, miniature, bushy, evergreen`,
  },
  {
    path: ['Garden', 'Garden Tools & Decor'],
    price: 19,
    grams: 690,
    choice: 'material',
    materials: ['Resin', 'Galvanised Steel', 'Wood'],
    goods: `
🪓 garden axe, hand hatchet: sharpened, stainless, sheathed, splitting | Carbon Steel
✂️ garden scissors, pruning scissors: bypass, titanium, ratchet, floral | Stainless Steel
🚿 outdoor shower head, garden shower: brass, adjustable, gentle, hose fed | Brass, ABS Plastic
🪣 garden bucket, watering pail: galvanized, handled, lightweight, patio | Galvanised Steel
🌞 sun wall decor, sun face ornament: weatherproof, decorative, hanging, bright
🐌 snail garden statue, snail figurine: whimsical, resin, barrier, lazy
🐜 ant ornament, ant figurine: metal, hanging, weatherproof, oversized
🦗 cricket figurine, grasshopper ornament: bamboo, painted, wooden, green
🐿️ squirrel garden statue, chipmunk figurine: lifelike, resin, weatherproof, climbing
⛲ garden fountain, water fountain: nozzle, pond, battery, cascading
🏡 fairy garden house, miniature cottage: resin, solar, whimsical, painted
🔨 garden mallet, stake hammer: steel, rubber, fiberglass, coated
🪨 fake rock, garden rock: realistic, weatherproof, decorative, resin | Resin
🎐 garden wind chime, hanging chime: melodic, outdoor, copper, whirling | Copper, Bamboo
🧤 gardening gloves, thornproof gloves: thornproof, foam, waterproof, claws | Latex, Cotton
🪴 planter pot, plant pot: stackable, drainage, hanging, glazed | Ceramic, Terracotta
🪜 plant ladder, orchard ladder: folding, wooden, tiered, outdoor
🧺 harvest basket, garden basket: woven, handled, deep, rustic | Wicker`,
  },
]
