import type { LeafText } from './leaf.ts'

export const GARDEN: readonly LeafText[] = [
  {
    path: ['Garden', 'Plants & Flowers'],
    price: 11,
    grams: 240,
    choice: 'pattern',
    goods: `
🌱 seed starter tray, germination kit: humidity dome, reusable, cells, heated
🪴 self watering planter, hanging plant pot: macrame, modern, drainage, ceramic
🌵 artificial cactus, succulent garden: faux, potted, assorted, desert
🌷 artificial tulips, silk tulip bouquet: real touch, spring, latex, lifelike
🌹 preserved rose, rose bear gift: eternal, glass dome, enchanted, velvet
🌻 sunflower stems, artificial sunflowers: garland, bright, farmhouse, autumn
🌸 cherry blossom branches, sakura garland: silk, hanging, delicate, wedding
🌺 hibiscus garland, hawaiian lei: luau, tropical, silk, hula
🌼 daisy flower bouquet, chamomile stems: tiny, wild, meadow, faux
💐 wedding bouquet, dried flower arrangement: pampas, rustic, bridal, everlasting
🪻 lavender bundle, hyacinth bulbs: fragrant, dried, provence, purple
🌴 artificial palm tree, tropical leaves: indoor, tall, monstera, lush
🌿 ivy garland, eucalyptus vine: greenery, trailing, leafy, backdrop
🍀 four leaf clover charm, shamrock decoration: lucky, real, pressed, irish
🍁 maple leaf garland, autumn wreath: harvest, fall, berry, front door
🍄 mushroom garden ornament, toadstool stake: solar, glazed, fairy, whimsical
🎋 lucky bamboo, bamboo fence screen: natural, rolled, privacy, reed
🎍 bonsai tree, zen sand garden: miniature, juniper, rake, tabletop
🌾 pampas grass, dried wheat stems: fluffy, boho, natural, tall
🌳 grow bags, tree guard wrap: fabric, aeration, potato, handles`,
  },
  {
    path: ['Garden', 'Garden Tools & Decor'],
    price: 19,
    grams: 690,
    choice: 'material',
    goods: `
🥄 garden trowel, folding shovel: serrated, stainless, entrenching, digging
✂️ pruning shears, bonsai scissors: bypass, titanium, ratchet, floral
🚿 garden hose nozzle, sprinkler wand: brass, adjustable, gentle, expandable
💦 drip irrigation kit, misting system: automatic, adjustable, greenhouse, patio
🌞 solar path lights, garden stake lamp: waterproof, decorative, dusk, stainless
🐌 snail garden statue, copper slug tape: whimsical, resin, barrier, lazy
🐜 ant bait station, insect killer gel: odorless, refillable, childproof, colony
🦗 cricket sound lantern, insect hotel: bamboo, pollinator, wooden, shelter
🐿️ garden gnome, funny lawn figurine: naughty, resin, weatherproof, bearded
⛲ solar fountain pump, floating bird bath: nozzle, pond, battery, cascading
🏡 mailbox cover, house number plaque: magnetic, solar, modern, floating
🔨 garden stakes, tree planting mallet: steel, rubber, fiberglass, coated
🪨 fake rock key hider, pebble stepping stones: realistic, weatherproof, decorative, resin
🌬️ weather vane, wind spinner: kinetic, rooster, copper, whirling
🧑‍🌾 gardening gloves, kneeling pad: thornproof, foam, waterproof, claws
🍅 tomato cage, plant support trellis: stackable, climbing, expandable, vine
🥬 hydroponic tower, lettuce grow system: vertical, indoor, automatic, lamp
🍇 grape trellis net, fruit protection bag: mesh, drawstring, bird, barrier`,
  },
]
