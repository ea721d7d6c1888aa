import type { LeafText } from './leaf.ts'

export const WORK: readonly LeafText[] = [
  {
    path: ['Office & School', 'Writing & Paper'],
    price: 9,
    grams: 210,
    choice: 'pack',
    goods: `
🖊️ gel pen set, retractable ballpoint: smooth, quick drying, pastel, fine
✏️ mechanical pencil, sketching pencils: graphite, automatic, charcoal, drafting
🖍️ wax crayons, twistable crayons: washable, jumbo, toddler, nontoxic
🖋️ fountain pen, calligraphy pen: iridium, refillable, brass, elegant
📝 sticky notes, tear off memo pad: transparent, lined, cute, recyclable
📓 dotted journal, leather notebook: numbered, hardcover, refillable, vintage
📒 spiral notebook, weekly planner: undated, goal, laminated, tabs
📚 book stand, bookshelf organizer: adjustable, bamboo, stackable, cookbook
🔖 magnetic bookmarks, metal bookmark: tasselled, hollow, literary, page
📐 drafting set square, geometry set: aluminium, protractor, precise, student
📏 stainless ruler, folding ruler: corkbacked, flexible, metric, engraved
📎 paper clips, binder clips: shaped, vinyl, assorted, jumbo
📌 push pins, cork board tacks: marble, rose gold, sharp, decorative
🗂️ expanding file folder, accordion organizer: fireproof, pockets, rainbow, portable
📅 desk calendar, perpetual calendar: wooden, flip, blocks, magnetic
✉️ wax seal kit, vintage envelopes: stamp, invitation, kraft, romantic
🏷️ price tag gun, gift tags: kraft, hanging, boutique, barbs
📜 scroll map prop, parchment paper: aged, diploma, pirate, letters`,
  },
  {
    path: ['Office & School', 'Desk & Craft'],
    price: 13,
    grams: 320,
    choice: 'colour',
    goods: `
🧵 sewing kit, embroidery thread: spools, portable, assorted, mending
🪡 needle felting kit, punch needle set: beginner, threader, wool, ergonomic
🧶 crochet hook set, acrylic yarn: ergonomic, beginners, skein, variegated
🎨 diamond painting kit, paint by numbers: full drill, adults, canvas, relaxing
✂️ craft scissors, fabric shears: zigzag, tailoring, decorative, sharp
🪙 coin collection album, challenge coin display: capsules, velvet, slots, archival
🗃️ card storage box, index card case: trading, acrylic, magnetic, dividers
📊 whiteboard, dry erase board: magnetic, rolling, glass, weekly
🎒 pencil case, large pen pouch: capacity, standing, mesh, compartments
🖇️ desk organizer, mesh pen holder: rotating, tiered, drawer, bamboo
💺 seat cushion, ergonomic chair pillow: gel, coccyx, memory, orthopedic
🔭 desk globe, newton cradle: kinetic, magnetic, pendulum, physics
💰 money box, cash counting piggy bank: digital, ceramic, password, teenager
🧑‍🏫 classroom pointer, hand bell: telescopic, brass, teacher, feather`,
  },
  {
    path: ['Tools & DIY', 'Hand Tools'],
    price: 20,
    grams: 780,
    choice: 'pack',
    goods: `
🔨 claw hammer, shockproof mallet: forged, fiberglass, magnetic, framing
🪛 screwdriver set, precision screwdriver: ratcheting, magnetic, torx, insulated
🔧 adjustable wrench, socket spanner set: chrome vanadium, ratcheting, metric, combination
🪚 hand saw, folding pruning saw: japanese, pull, hardened, flush
🗜️ bar clamps, woodworking vise: quick grip, parallel, bench, swivel
🧰 tool box set, household tool kit: complete, organizer, drawer, starter
🪓 splitting maul, log splitter wedge: hickory, carbon, drop forged, kindling
⛏️ pickaxe, rock hammer: geologist, fossil, pointed, mattock
⛓️ steel chain, tow chain: galvanized, welded, grade, hooks
⚙️ gear puller, bearing extractor: three jaw, hydraulic, reversible, forged
🔩 bolt and nut assortment, threaded inserts: hexagonal, zinc, stainless, metric
🪝 wall hooks, ceiling hook: adhesive, heavy duty, invisible, swivel
📏 laser distance meter, tape measure: rechargeable, autolock, bilateral, digital
🧲 magnetic wristband, pickup tool: telescoping, strong, flexible, screws
🥽 safety goggles, welding glasses: antifog, darkening, impact, wraparound
🧤 cut resistant gloves, work gloves: leather, nitrile, grip, mechanic
🪟 window cleaning tool, glass squeegee: magnetic, telescopic, double sided, streak
🔌 soldering iron kit, heat gun: adjustable, digital, temperature, tweezers
🪫 battery tester, charger station: universal, lithium, smart, display
💧 water leak detector, pipe sealing tape: alarm, plumbing, self fusing, wireless`,
  },
  {
    path: ['Auto & Motor', 'Car Interior & Care'],
    price: 18,
    grams: 460,
    choice: 'colour',
    goods: `
🚘 car seat cover, steering wheel cover: leather, breathable, microfiber, universal
🚙 trunk organizer, car storage box: collapsible, waterproof, strapped, suv
🧽 car wash mitt, drying towel: chenille, absorbent, scratch free, plush
🌬️ car vent air freshener, fragrance diffuser: aromatic, clip on, refillable, solar
🅿️ parking sensor, parking number plate: ultrasonic, luminous, temporary, reversing
🧊 car cooler fan, seat cooling pad: rotating, dual head, ventilated, silent
🧴 headlight restoration kit, ceramic coating spray: hydrophobic, scratch, polish, glossy
🪞 blind spot mirror, rear view mirror: convex, wide angle, panoramic, adjustable
📟 obd scanner, car diagnostic tool: bluetooth, code reader, engine, wireless`,
  },
  {
    path: ['Auto & Motor', 'Car & Motorcycle Parts'],
    price: 25,
    grams: 700,
    choice: 'pack',
    goods: `
🛞 tire inflator, portable air compressor: cordless, preset, digital, motorcycle
⛽ fuel can, siphon pump: anti spill, manual, jerry, transfer
🔋 car battery charger, trickle charger: pulse, repair, lead acid, automatic
🚦 led turn signal, warning light bar: sequential, amber, flowing, strobe
🏁 racing flag decal, car sticker: vinyl, carbon, reflective, stripes
🛵 scooter phone holder, motorbike cover: waterproof, windproof, anti theft, lined
🏍️ motorcycle gloves, biker jacket armor: carbon, knuckle, touchscreen, armored
🛢️ oil filter wrench, oil drain pan: universal, adjustable, spill, chain
🚛 truck bed cargo net, ratchet straps: bungee, hooks, elastic, tie down
🔦 car emergency light, roadside flare: magnetic, beacon, rechargeable, rotating
🚨 car alarm system, steering lock: keyless, clamp, antitheft, heavy
🧯 windshield sun shade, snow cover: foldable, magnetic, reflective, umbrella`,
  },
]
