import type { LeafText } from './leaf.ts'

export const WORK: readonly LeafText[] = [
  {
    path: ['Office & School', 'Writing & Paper'],
    price: 9,
    grams: 210,
    choice: 'pack',
    materials: ['Paper', 'Metal', 'Wood'],
    goods: `
🖊️ gel pen set, retractable ballpoint: smooth, quick drying, pastel, fine
✏️ pencil set, sketching pencil: graphite, presharpened, charcoal, drafting
🖍️ wax crayons, twistable crayons: washable, jumbo, toddler, nontoxic | Wax
🖋️ fountain pen, calligraphy pen: iridium, refillable, brass, elegant
📝 memo pad, notepad with pencil: transparent, lined, cute, recyclable
📓 dotted journal, leather notebook: numbered, hardcover, refillable, vintage
📒 lined notebook, ledger notebook: undated, goal, laminated, tabs
📚 book set, decorative books: hardcover, vintage, stackable, display
🔖 magnetic bookmarks, metal bookmark: tasselled, hollow, literary, page
📐 set square, drafting triangle: aluminium, protractor, precise, student
📏 stainless ruler, folding ruler: corkbacked, flexible, metric, engraved
📎 paper clip, metal clip: shaped, vinyl, assorted, jumbo
📌 push pin, board tack: marble, rose gold, sharp, decorative
🗂️ file dividers, index dividers: tabbed, reinforced, rainbow, portable
📅 desk calendar, wall calendar: wooden, flip, blocks, magnetic
✉️ envelope, mailing envelope: self seal, invitation, kraft, romantic
🏷️ gift tag, price tag: kraft, hanging, boutique, string
📜 parchment scroll, scroll invitation: aged, diploma, pirate, letters`,
  },
  {
    path: ['Office & School', 'Desk & Craft'],
    price: 13,
    grams: 320,
    choice: 'colour',
    materials: ['Metal', 'Cotton', 'Wood'],
    goods: `
🧵 sewing thread, thread spool: spools, portable, assorted, mending | Polyester
🪡 sewing needle, embroidery needle: sharp, threader, golden eye, ergonomic
🧶 acrylic yarn, yarn ball: soft, beginners, skein, variegated | Acrylic
🎨 painting set, artist palette: acrylic, adults, washable, relaxing | Wood
✂️ craft scissors, fabric shears: zigzag, tailoring, decorative, sharp
🪙 collectible coin, challenge coin: commemorative, brass, lucky, engraved
🗃️ card storage box, index card case: trading, acrylic, magnetic, dividers
📋 clipboard, writing clipboard: hardboard, foldable, nursing, weekly | Hardboard
👝 pencil pouch, pen case: capacity, standing, mesh, compartments | Canvas
🖇️ linked paper clip, jumbo paper clip: coated, assorted, coloured, sturdy
🪑 desk chair, study chair: padded, wooden, low back, stackable | Wood
🌎 desk globe, world globe: magnetic, rotating, vintage, educational | ABS Plastic
💰 money bag, coin bag: drawstring, canvas, lined, novelty | Canvas
🔔 hand bell, school bell: loud, brass, teacher, polished`,
  },
  {
    path: ['Tools & DIY', 'Hand Tools'],
    price: 20,
    grams: 780,
    choice: 'pack',
    materials: ['Carbon Steel', 'Chrome Vanadium Steel', 'Aluminium Alloy'],
    goods: `
🔨 claw hammer, shockproof mallet: forged, fiberglass, magnetic, framing
🪛 screwdriver set, precision screwdriver: ratcheting, magnetic, torx, insulated
🔧 adjustable wrench, spanner: chrome vanadium, ratcheting, metric, combination
🪚 hand saw, folding pruning saw: japanese, pull, hardened, flush
🗜️ bar clamps, woodworking vise: quick grip, parallel, bench, swivel
🧰 tool box set, household tool kit: complete, organizer, drawer, starter
🪓 splitting axe, felling axe: hickory, carbon, drop forged, kindling
⛏️ pickaxe, rock hammer: geologist, fossil, pointed, mattock
⛓️ steel chain, tow chain: galvanized, welded, grade, hooks
⚙️ steel gear, spur gear: hardened, machined, module, forged
🔩 bolt and nut, hex bolt: hexagonal, zinc, stainless, metric
🪝 wall hooks, ceiling hook: adhesive, heavy duty, invisible, swivel
📏 workshop ruler, measuring ruler: steel, engraved, bilateral, flexible
🧲 horseshoe magnet, pickup magnet: strong, painted, lifting, classic | Alnico
🥽 safety goggles, welding glasses: antifog, darkening, impact, wraparound | Polycarbonate
🧤 cut resistant gloves, work gloves: leather, nitrile, grip, mechanic | Nitrile, HPPE
🪣 paint bucket, mixing bucket: graduated, sturdy, handled, stackable | Polypropylene
🔌 power plug, extension plug: grounded, rewirable, rubber, industrial | Rubber
🔋 tool battery, battery cell: high drain, lithium, rechargeable, long life | Lithium Cell
🧯 workshop fire extinguisher, mini extinguisher: refillable, bracketed, foam, compact`,
  },
  {
    path: ['Auto & Motor', 'Car Interior & Care'],
    price: 18,
    grams: 460,
    choice: 'colour',
    materials: ['Polyester', 'ABS Plastic', 'Microfibre'],
    goods: `
🚘 car cover, outdoor car cover: padded, breathable, reflective, universal
🚙 suv cover, vehicle cover: quilted, waterproof, strapped, winter
🧽 car wash sponge, detailing sponge: chenille, absorbent, scratch free, plush | Microfibre
🪣 car wash bucket, detailing bucket: grit guard, lidded, measured, sturdy | Polypropylene
🧴 car shampoo, car wax bottle: concentrated, foaming, streak free, glossy | Cleaning Agents
🧳 car travel case, trunk case: padded, dual zip, ventilated, hardshell
🧴 car polish, leather cleaner bottle: hydrophobic, scratch, polish, glossy | Cleaning Agents
🪞 visor mirror, car vanity mirror: clip on, wide, lit, adjustable | Glass
📟 pager, alarm pager: vibrating, two way, rechargeable, wireless`,
  },
  {
    path: ['Auto & Motor', 'Car & Motorcycle Parts'],
    price: 25,
    grams: 700,
    choice: 'pack',
    materials: ['ABS Plastic', 'Steel', 'Rubber'],
    goods: `
🛞 spoked wheel, vintage car wheel: polished, forged, balanced, classic | Steel, Aluminium Alloy
⛽ fuel pump, gas pump: manual, metered, miniature, vintage
🔋 key fob battery, remote battery: long life, lithium, leakproof, universal | Lithium Cell
🚦 traffic light lamp, signal light: sequential, amber, desktop, flashing
🏁 racing flag, checkered flag: polyester, handheld, waving, large | Polyester
🛵 scooter cover, moped cover: waterproof, windproof, anti theft, lined | Oxford Cloth
🏍️ motorcycle cover, motorbike cover: waterproof, elastic, reflective, lined | Oxford Cloth
🛢️ oil drum, steel barrel: sealed, painted, stackable, lidded
🚛 model truck, articulated truck model: diecast, detailed, scale, pull back
🔦 emergency flashlight, roadside torch: magnetic, beacon, rechargeable, rotating
🚨 beacon light, roof warning light: magnetic, rotating, amber, rechargeable
🧯 car fire extinguisher, vehicle extinguisher: compact, bracketed, powder, refillable`,
  },
]
