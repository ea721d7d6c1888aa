import type { LeafText } from './leaf.ts'

export const TOYS: readonly LeafText[] = [
  {
    path: ['Toys & Games', 'Plush & Dolls'],
    price: 14,
    grams: 280,
    choice: 'pet',
    materials: ['Plush', 'PP Cotton', 'Polyester'],
    goods: `
🐼 panda plush, stuffed panda pillow: squishy, weighted, cuddly, kawaii
🐙 reversible octopus plush, mood octopus: flip, double sided, emotion, mini
🦄 unicorn plush, rainbow pony toy: glittery, jumbo, magical, winged
🦖 dinosaur plush, tyrannosaurus toy: roaring, fierce, jurassic, posable
🐰 bunny plush, floppy rabbit: long eared, musical, velour, easter
🐧 penguin plush, baby penguin toy: waddling, chubby, winter, soft
🦊 fox plush, woodland fox doll: bushy, forest, handmade, crocheted
🐨 koala plush, clip on koala: tiny, huggable, gray, australian
🦥 sloth plush, hanging sloth toy: sleepy, lazy, dangling, velcro
🐳 whale plush pillow, ocean whale cushion: body, marine, spouting, plump
🐸 frog plush, squishy frog toy: leggy, bright, goofy, bean
🐷 piggy plush, pig throw pillow: round, rosy, snorting, chunky
🦁 lion plush, safari lion toy: maned, brave, jungle, sitting
🐯 tiger plush, striped tiger cub: realistic, lifelike, crouching, wild
🦝 raccoon plush, bandit raccoon: mischievous, ringtail, fluffy, peeking
🐮 cow plush, highland cow toy: shaggy, spotted, farm, mooing
🐵 monkey plush, sock monkey: swinging, cheeky, curly, classic`,
  },
  {
    path: ['Toys & Games', 'Building & Learning'],
    price: 19,
    grams: 520,
    choice: 'colour',
    materials: ['Wood', 'ABS Plastic', 'Resin'],
    goods: `
🧱 building bricks, brick construction set: compatible, colorful, baseplate, creative
🧩 jigsaw puzzle, wooden puzzle: thousand, piece, montessori, shaped
🪀 yoyo, professional metal yoyo: unresponsive, bearing, competition, string
🎲 dice set, game dice: polyhedral, family, resin, dungeon
♟️ chess piece set, chess pawn set: weighted, staunton, carved, tournament
🎯 dart board, magnetic target game: bristle, electronic, safe, tips | Sisal, ABS Plastic
🃏 playing cards, magic trick deck: waterproof, marked, plastic, poker | Paper, PVC
🀄 mahjong set, tile game: travel, engraved, ivory, portable
🎨 paint palette, watercolor palette: washable, vivid, toddler, artist | ABS Plastic
🪁 kite, delta stunt kite: giant, soaring, dual line, tails | Ripstop Nylon
🧪 test tube kit, chemistry set: volcano, stem, educational, crystal | Glass
🪄 magic wand, wizard trick kit: illuminating, enchanted, illusion, apprentice
🎰 slot machine toy, coin bank jackpot: spinning, musical, casino, savings
🧮 counting frame, math abacus: early, wooden, beaded, preschool
🌍 kids globe, world globe: rotating, geography, augmented, lit | ABS Plastic`,
  },
  {
    path: ['Toys & Games', 'Vehicles & Remote Control'],
    price: 26,
    grams: 610,
    choice: 'colour',
    materials: ['ABS Plastic', 'Die-cast Alloy', 'Wood'],
    goods: `
🚗 diecast model car, pull back car: alloy, scale, opening, collectible
🏎️ remote control race car, drift rc car: high speed, rechargeable, stunt, hobby
🚁 rc helicopter, toy helicopter: hovering, gyro, beginner, altitude
🚂 toy train, steam locomotive toy: battery, steam, whistling, tracks
🚒 fire truck toy, fire engine toy: spraying, siren, friction, rescue
🚜 tractor toy, farm tractor: diecast, friction, towing, sandbox
🚀 rocket toy, space rocket model: stomp, foam, soaring, astronaut
✈️ foam glider plane, model airplane: catapult, throwing, aerobatic, assembly
🚤 rc speed boat, bathtub boat toy: racing, waterproof, capsized, pool
🚌 bus toy, city bus toy: doors, melody, london, diecast
🛸 flying ufo toy, flying saucer toy: infrared, levitating, orbiting, glowing
🚓 police car toy, patrol vehicle: chasing, flashing, officer, pullback
🚲 finger bike model, mini bicycle: alloy, detailed, display, bmx
🛴 kick scooter, folding scooter: light up, adjustable, wheels, commuter
🏍️ motorcycle model, racing bike toy: chopper, metal, suspension, replica
⛵ sailing boat model, wooden yacht: nautical, mast, handcrafted, decorative
🚡 cable car toy, gondola toy: hanging, towering, alpine, engineering`,
  },
  {
    path: ['Toys & Games', 'Fidget & Outdoor Play'],
    price: 10,
    grams: 190,
    choice: 'colour',
    materials: ['ABS Plastic', 'Silicone', 'PVC'],
    goods: `
🪃 foam boomerang, returning flyer: soft, indoor, glow, spinning
🫧 soap bubbles, bubble solution: long lasting, refill, rechargeable, giant | Soap Solution
🔫 water gun, super soaker blaster: electric, pump, long range, squirt
🎈 balloon, latex balloon: reusable, biodegradable, pastel, bunch | Latex
🏐 beach volleyball, soft volleyball: bright, jumbo, floating, bouncy | PVC, Synthetic Leather
🛝 playground slide, indoor slide: foldable, toddler, sturdy, basketball
🍩 donut pool float, inflatable donut: glittered, giant, sprinkle, tube
🦩 flamingo pool float, inflatable flamingo: tropical, oversize, inflatable, ride on
🐛 caterpillar toy, caterpillar fidget: articulated, stretchy, printed, stress
🐍 toy snake, rubber snake: twisting, lifelike, spooky, magic
🦎 articulated gecko toy, flexible lizard: crystal, printed, jointed, slinky
🐢 turtle toy, bath turtle: swimming, windup, floating, squirting
🦆 toy duck, bath duck: squeaky, glowing, novelty, dashboard | Vinyl
🥎 softball, soft training ball: gel, stitched, slow rising, bright
🪇 maracas shaker set, baby rattle instruments: wooden, rhythm, percussion, toddler | Wood`,
  },
  {
    path: ['Baby & Kids', 'Baby Care'],
    price: 17,
    grams: 360,
    choice: 'kids',
    materials: ['Cotton', 'Silicone'],
    goods: `
🍼 newborn bottle, baby milk bottle: ergonomic, anticolic, wide neck, glass | Glass, PP
🧷 diaper pin, nappy pin: locking, coloured, rustproof, childsafe | Steel
🧸 baby teddy, comfort bear: organic, velvety, washable, tiny | Plush
🐣 chick toy, hatching chick: floating, wind up, soft, easter | Plush, Vinyl
🧦 baby socks, newborn socks: organic, anti slip, knitted, soft
🐤 bath chick, baby chick toy: floating, squeaky, soft, bright | Vinyl
🦒 giraffe teether, giraffe toy: chewable, natural, food grade, soothing | Natural Rubber
🐑 sheep plush, sheep soother: lullaby, portable, timer, heartbeat | Plush
🧢 toddler cap, baby sun cap: foldable, antilost, reflective, soft
🌜 nursery moon lamp, moon night light: musical, felt, dimmable, clouds | ABS Plastic`,
  },
  {
    path: ['Baby & Kids', 'Kids Clothing'],
    price: 14,
    grams: 210,
    choice: 'kids',
    materials: ['Cotton', 'Polyester'],
    goods: `
🧥 kids coat, children winter coat: festive, flannel, hooded, padded
👕 kids tee, children t-shirt: printed, cartoon, cotton, soft
👗 girls dress, princess dress: tutu, sparkly, tulle, flower
🩱 girls swimsuit, kids bathing suit: ruffled, shimmering, scaled, quick dry
🧦 kids socks, animal socks: fuzzy, warm, grippy, indoor
🧤 kids gloves, children mittens: cartoon, fleece, stringed, knitted
👖 kids jeans, children trousers: layered, embroidered, stretchy, elastic`,
  },
]
