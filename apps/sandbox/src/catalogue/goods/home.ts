import type { LeafText } from './leaf.ts'

export const HOME: readonly LeafText[] = [
  {
    path: ['Home & Living', 'Furniture & Storage'],
    price: 34,
    grams: 2600,
    choice: 'colour',
    goods: `
🪑 folding chair, dining stool: stackable, oak, upholstered, spacesaving
🛋️ sofa slipcover, couch cover: stretch, velvet, washable, jacquard
🛏️ mattress topper, orthopedic bed pad: memory foam, quilted, cooling, hypoallergenic
🚪 door draft stopper, weather seal strip: soundproof, adhesive, weighted, insulating
🪟 blackout curtains, window privacy film: thermal, grommet, frosted, static
🗄️ drawer organizer, filing cabinet bin: stackable, acrylic, deep, labelled
🧺 laundry basket, woven storage hamper: collapsible, seagrass, handled, tall
📦 storage boxes, moving carton organizer: foldable, lidded, sturdy, clear
🪜 step ladder shelf, folding stool ladder: aluminium, nonslip, telescopic, compact`,
  },
  {
    path: ['Home & Living', 'Lighting'],
    price: 18,
    grams: 540,
    choice: 'plug',
    goods: `
💡 smart led bulb, dimmable filament bulb: wifi, edison, warm, color changing
🕯️ flameless candles, scented soy candle: flickering, remote, beeswax, romantic
🔦 tactical flashlight, rechargeable torch: zoomable, waterproof, keychain, blinding
🏮 paper lantern, hanging lampshade: rice, collapsible, festival, bamboo
🪔 salt lamp, essential oil burner: himalayan, ceramic, carved, ambient
🌙 moon lamp, crescent night light: levitating, rechargeable, touch, lunar
🌌 galaxy projector, starry sky night lamp: nebula, rotating, bluetooth, aurora
🔮 plasma ball lamp, crystal ball light: touch sensitive, engraved, mystical, desk
🪩 disco ball light, party strobe lamp: sound activated, rotating, mirrored, stage
🌈 rainbow led strip, neon rope light: addressable, adhesive, waterproof, dreamy
☁️ cloud ceiling lamp, thundercloud wall light: fluffy, dimming, playful, nursery`,
  },
  {
    path: ['Home & Living', 'Decoration'],
    price: 14,
    grams: 620,
    choice: 'material',
    goods: `
🖼️ canvas wall art, framed poster print: abstract, nordic, oversized, botanical
🏺 ceramic vase, terracotta amphora: handmade, textured, dried flower, matte
🗿 resin statue, stone head figurine: sculpted, polynesian, desk, weathered
🪅 pinata wall hanging, fringe garland: mexican, vivid, paper, folk
🎐 wind chime, glass hanging bell: melodic, bamboo, memorial, tinkling
🧸 teddy bear plush, stuffed bear: huggable, giant, velvety, weighted
🪆 nesting dolls, matryoshka set: painted, linden, souvenir, traditional
🐘 elephant statue, lucky elephant figurine: carved, marbled, trunk, ornamental
🦉 owl figurine, wise owl bookend: crackle, rustic, glazed, studious
🦢 swan ornament, elegant swan vase: porcelain, gilded, graceful, wedding
🗽 liberty statue souvenir, monument replica: bronze, miniature, collectible, engraved
🪷 lotus incense burner, backflow censer: waterfall, zen, ceramic, meditation
🏞️ landscape tapestry, mountain wall hanging: hanging, serene, oversized, dorm
🗺️ scratch off world map, travel map poster: laminated, gold foil, detailed, framed`,
  },
  {
    path: ['Home & Living', 'Bath & Cleaning'],
    price: 12,
    grams: 480,
    choice: 'colour',
    goods: `
🛁 bathtub pillow, spa bath tray: suction, bamboo, extendable, headrest
🚿 rainfall shower head, handheld shower: high pressure, filtered, chrome, water saving
🚽 toilet brush, silicone toilet cleaner: wall mounted, bendable, hygienic, drip
🧻 toilet paper holder, tissue roll stand: rustproof, freestanding, matte, adhesive
🧽 cleaning sponge, magic eraser pads: scrubbing, melamine, biodegradable, durable
🧹 broom and dustpan set, lobby sweeper: upright, windproof, extendable, toothed
🪣 spin mop bucket, collapsible pail: wringing, microfiber, foldable, draining
🪠 drain plunger, sink unclogger: powerful, pneumatic, hair catcher, rubber
🧯 fire extinguisher cover, compact fire spray: foam, kitchen, car, emergency
🗑️ sensor trash can, kitchen waste bin: touchless, odor lock, slim, soft close
🪤 mouse trap, humane rodent catcher: reusable, tunnel, sensitive, indoor
🦟 mosquito killer lamp, bug zapper: ultraviolet, silent, odorless, camping
🧷 clothes drying clips, safety pin set: windproof, plastic, heavy duty, sewing
🫙 glass jar set, airtight canister: bamboo lid, borosilicate, pantry, spice`,
  },
]
