import type { LeafText } from './leaf.ts'

export const TOYS: readonly LeafText[] = [
  {
    path: ['Toys & Games', 'Plush & Dolls'],
    price: 14,
    grams: 280,
    choice: 'pattern',
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
    choice: 'kids',
    goods: `
🧱 building blocks, brick construction set: compatible, colorful, baseplate, creative
🧩 jigsaw puzzle, wooden puzzle: thousand, piece, montessori, shaped
🪀 yoyo, professional metal yoyo: unresponsive, bearing, competition, string
🎲 board game, polyhedral dice set: strategy, family, resin, dungeon
♟️ chess set, magnetic chessboard: folding, staunton, inlaid, tournament
🎯 dart board, magnetic target game: bristle, electronic, safe, tips
🃏 playing cards, magic trick deck: waterproof, marked, plastic, poker
🀄 mahjong set, tile game: travel, engraved, ivory, portable
🎨 finger paint set, watercolor palette: washable, vivid, toddler, artist
🪁 kite, delta stunt kite: giant, soaring, dual line, tails
🧪 science kit, chemistry experiment set: volcano, stem, educational, crystal
🪄 magic wand, wizard trick kit: illuminating, enchanted, illusion, apprentice
🎰 slot machine toy, coin bank jackpot: spinning, musical, casino, savings
🔢 number counting toy, math learning board: early, wooden, magnetic, preschool
🌍 interactive globe, world globe lamp: rotating, geography, augmented, lit`,
  },
  {
    path: ['Toys & Games', 'Vehicles & Remote Control'],
    price: 26,
    grams: 610,
    choice: 'colour',
    goods: `
🚗 diecast model car, pull back car: alloy, scale, opening, collectible
🏎️ remote control race car, drift rc car: high speed, rechargeable, stunt, hobby
🚁 rc helicopter, toy drone: hovering, gyro, beginner, altitude
🚂 train set, wooden railway: battery, steam, whistling, tracks
🚒 fire truck toy, rescue ladder engine: spraying, siren, friction, rescue
🚜 tractor toy, farm vehicle set: excavator, bulldozer, dumping, sandbox
🚀 rocket launcher toy, space shuttle model: stomp, foam, soaring, astronaut
✈️ foam glider plane, model airplane: catapult, throwing, aerobatic, assembly
🚤 rc speed boat, bathtub boat toy: racing, waterproof, capsized, pool
🚌 school bus toy, double decker bus: doors, melody, london, diecast
🛸 flying ufo toy, hand controlled drone: infrared, levitating, orbiting, glowing
🚓 police car toy, patrol vehicle: chasing, flashing, officer, pullback
🚲 finger bike model, mini bicycle: alloy, detailed, display, bmx
🛴 kick scooter, folding scooter: light up, adjustable, wheels, commuter
🏍️ motorcycle model, racing bike toy: chopper, metal, suspension, replica
⛵ sailing boat model, wooden yacht: nautical, mast, handcrafted, decorative
🚡 cable car toy, marble run set: gravity, towering, tracks, engineering`,
  },
  {
    path: ['Toys & Games', 'Fidget & Outdoor Play'],
    price: 10,
    grams: 190,
    choice: 'pattern',
    goods: `
🪃 foam boomerang, returning flyer: soft, indoor, glow, spinning
🫧 bubble machine, bubble gun: automatic, blaster, rechargeable, giant
🔫 water gun, super soaker blaster: electric, pump, long range, squirt
🎈 water balloons, quick fill balloons: reusable, biodegradable, splash, bunch
🏐 inflatable beach ball, pool volleyball: bright, jumbo, floating, bouncy
🛝 indoor slide, playground climber: foldable, toddler, sturdy, basketball
🍩 donut pool float, inflatable swim ring: glittered, giant, sprinkle, tube
🦩 flamingo pool float, floating drink holder: tropical, oversize, inflatable, ride on
🐛 caterpillar fidget toy, wiggly sensory worm: articulated, stretchy, printed, stress
🐍 fidget snake cube, rubber snake prank: twisting, lifelike, spooky, magic
🦎 articulated gecko toy, flexible lizard: crystal, printed, jointed, slinky
🐢 turtle stacking toy, bath turtle: swimming, windup, floating, squirting
🦆 rubber duck, bath ducks: squeaky, glowing, novelty, dashboard
🥎 squishy stress ball, sensory squeeze ball: gel, sugar, slow rising, calming
🪇 maracas shaker set, baby rattle instruments: wooden, rhythm, percussion, toddler`,
  },
  {
    path: ['Baby & Kids', 'Baby Care'],
    price: 17,
    grams: 360,
    choice: 'kids',
    goods: `
👶 baby carrier, newborn wrap sling: ergonomic, hipseat, breathable, lumbar
🧷 cloth diapers, reusable nappies: adjustable, absorbent, snap, bamboo
🚼 diaper bag, stroller organizer: insulated, roomy, hanging, portable
🐣 silicone bibs, baby feeding set: suction, waterproof, catching, weaning
🛌 baby sleep sack, swaddle blanket: muslin, organic, wearable, togs
🐤 bath thermometer, baby bath seat: floating, digital, nonslip, foldable
🦒 teething toy, giraffe teether: chewable, natural, food grade, soothing
🐑 white noise machine, sheep sleep soother: lullaby, portable, timer, heartbeat
🧒 toddler harness, safety walking leash: wristband, antilost, reflective, backpack
🌜 baby nursery mobile, crib bell: musical, felt, rotating, clouds`,
  },
  {
    path: ['Baby & Kids', 'Kids Clothing'],
    price: 14,
    grams: 210,
    choice: 'kids',
    goods: `
🧑‍🎄 christmas pajamas, matching family sleepwear: festive, flannel, hooded, onesie
🦸 superhero cape, kids costume set: satin, masked, reversible, pretend
🧚 fairy wings dress, princess costume: tutu, sparkly, tulle, flower
🧜 mermaid tail blanket, mermaid swimsuit: crocheted, shimmering, scaled, swimmable
🐾 animal slippers, paw house shoes: fuzzy, warm, grippy, indoor
👦 boys hoodie, kids sweatshirt: cartoon, fleece, hooded, kangaroo
👧 girls tutu skirt, rainbow leggings: layered, ruffle, stretchy, twirl`,
  },
]
