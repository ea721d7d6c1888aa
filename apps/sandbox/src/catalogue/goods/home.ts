import type { LeafText } from './leaf.ts'

export const HOME: readonly LeafText[] = [
  {
    path: ['Home & Living', 'Furniture & Storage'],
    price: 34,
    grams: 2600,
    choice: 'colour',
    materials: ['Wood', 'Polyester', 'Bamboo'],
    goods: `
🪑 wooden chair, dining chair: stackable, oak, upholstered, spacesaving | Wood
🛋️ sofa slipcover, couch cover: stretch, velvet, washable, jacquard | Polyester, Velvet
🛏️ bedding set, bed sheet set: brushed, quilted, cooling, hypoallergenic | Cotton, Microfibre
🚪 door sticker, door wrap mural: self adhesive, removable, wood grain, vintage | PVC
🪟 window film, window privacy film: thermal, frosted, static, stained | PET Film
🗄️ filing cabinet, drawer cabinet: lockable, rolling, deep, labelled | Steel
🧺 laundry basket, woven storage hamper: collapsible, seagrass, handled, tall | Seagrass, Cotton
📦 storage box, cardboard box: foldable, lidded, sturdy, clear | Cardboard
🪜 step ladder, folding ladder: aluminium, nonslip, telescopic, compact | Aluminium Alloy`,
  },
  {
    path: ['Home & Living', 'Lighting'],
    price: 18,
    grams: 540,
    choice: 'colour',
    materials: ['ABS Plastic', 'Glass', 'Wood'],
    goods: `
💡 smart led bulb, dimmable filament bulb: wifi, edison, warm, color changing
🕯️ scented candle, soy candle: flickering, hand poured, beeswax, romantic | Soy Wax
🔦 tactical flashlight, rechargeable torch: zoomable, waterproof, keychain, blinding | Aluminium Alloy
🏮 paper lantern, hanging lantern: silk, collapsible, festival, bamboo | Paper, Silk
🪔 oil lamp, clay lamp: handmade, ceramic, carved, ambient | Clay, Ceramic
🌙 moon lamp, crescent night light: levitating, rechargeable, touch, lunar
🌟 star lamp, star night light: glowing, rechargeable, dimmable, nursery
🔮 crystal ball lamp, crystal ball light: touch sensitive, engraved, mystical, desk
🪩 disco ball, mirror ball: sound activated, rotating, mirrored, stage
🌈 rainbow lamp, rainbow night light: led, usb, wall mounted, dreamy
☁️ cloud lamp, cloud night light: fluffy, dimming, playful, nursery`,
  },
  {
    path: ['Home & Living', 'Decoration'],
    price: 14,
    grams: 620,
    choice: 'material',
    materials: ['Ceramic', 'Resin', 'Wood'],
    goods: `
🖼️ framed picture, framed wall art: abstract, nordic, oversized, botanical | Wood, Canvas
🏺 ceramic vase, terracotta amphora: handmade, textured, dried flower, matte
🗿 stone head statue, moai figurine: sculpted, polynesian, desk, weathered
🪅 hanging pinata, paper pinata: mexican, vivid, fringed, folk | Paper
🎐 wind chime, glass wind bell: melodic, bamboo, memorial, tinkling | Glass, Bamboo
🏺 clay urn, flower urn: hand painted, antique, glazed, decorative
🪆 nesting dolls, matryoshka set: painted, linden, souvenir, traditional | Linden Wood
🐘 elephant statue, lucky elephant figurine: carved, marbled, trunk, ornamental
🦉 owl figurine, wise owl bookend: crackle, rustic, glazed, studious
🦢 swan ornament, swan figurine: porcelain, gilded, graceful, wedding
🗽 liberty statue souvenir, monument replica: bronze, miniature, collectible, engraved
🪷 lotus ornament, lotus candle holder: floating, zen, ceramic, meditation
🏞️ landscape picture, mountain canvas print: panoramic, serene, oversized, nature | Canvas
🗺️ world map poster, travel map: laminated, gold foil, detailed, framed | Paper, Canvas`,
  },
  {
    path: ['Home & Living', 'Bath & Cleaning'],
    price: 12,
    grams: 480,
    choice: 'colour',
    materials: ['ABS Plastic', 'Stainless Steel', 'Bamboo'],
    goods: `
🛁 portable bathtub, foldable bathtub: insulated, freestanding, deep, soaking
🚿 rainfall shower head, handheld shower: high pressure, filtered, chrome, water saving
🚽 toilet seat, toilet seat cover: soft close, washable, hygienic, quick release
🧻 toilet paper, tissue roll: soft, bamboo, thick, septic safe | Bamboo Pulp
🧽 cleaning sponge, kitchen sponge: scrubbing, melamine, biodegradable, durable | Cellulose
🧹 broom, indoor broom: soft, windproof, extendable, corner
🪣 cleaning bucket, collapsible pail: handled, sturdy, foldable, draining | Polypropylene
🪠 toilet plunger, drain plunger: powerful, pneumatic, hair catcher, rubber | Rubber
🧯 fire extinguisher, compact fire extinguisher: foam, kitchen, car, emergency | Steel
🗑️ waste bin, office trash can: mesh, odor free, slim, stackable
🪤 mouse trap, humane rodent catcher: reusable, tunnel, sensitive, indoor | Wood, ABS Plastic
🧴 soap dispenser, pump dispenser bottle: refillable, clear, rustproof, countertop
🧷 safety pin set, safety pins: rustproof, assorted, heavy duty, sewing | Steel
🫙 glass jar set, airtight canister: bamboo lid, borosilicate, pantry, spice | Borosilicate Glass`,
  },
]
