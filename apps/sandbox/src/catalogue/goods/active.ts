import type { LeafText } from './leaf.ts'

export const ACTIVE: readonly LeafText[] = [
  {
    path: ['Sports', 'Fitness & Yoga'],
    price: 21,
    grams: 900,
    choice: 'colour',
    materials: ['Polyester', 'Nylon', 'Rubber'],
    goods: `
🎽 running singlet, sports vest: breathable, sweat wicking, slim, reflective
👟 gym trainers, cross training shoes: cushioned, stable, lightweight, grippy
⏱️ workout stopwatch, interval timer: digital, vibrating, lap, waterproof | ABS Plastic
🥊 boxing gloves, sparring gloves: padded, laced, muay, training
🎒 gym backpack, sports rucksack: ventilated, wet pocket, reflective, slim | Polyester, Nylon
🏐 training volleyball, indoor volleyball: soft touch, stitched, match, grippy
🥏 sports frisbee, flying disc: floating, competition, glowing, soft`,
  },
  {
    path: ['Sports', 'Ball & Racket Sports'],
    price: 20,
    grams: 560,
    choice: 'colour',
    materials: ['Synthetic Leather', 'Carbon Fibre', 'Wood', 'Rubber'],
    goods: `
⚽ soccer ball, training football: stitched, thermal bonded, futsal, turf
🏀 basketball, indoor outdoor basketball: composite, grip, silent, street
🏈 american football, junior football: laced, leather, spiral, composite
⚾ baseball, practice baseball: leather, stitched, training, cork
🏉 rugby ball, training rugby ball: rubber, match, panel, beach
🎱 billiard ball set, pool ball: resin, polished, tournament, numbered | Resin
🏓 ping pong paddle set, table tennis bat: beginner, five ply, spin, sponge
🏸 badminton racket, badminton set: carbon, featherlight, strung, doubles
🏏 cricket bat, cricket set: willow, junior, handle, wicket
🏒 hockey stick, hockey stick and puck: composite, curved, street, ice
🥍 lacrosse stick, lacrosse set: attack, defense, shaft, complete
🎳 bowling set, bowling pins: pins, rolling, wooden, lawn | Wood, ABS Plastic
🏑 field hockey stick, junior hockey stick: fiberglass, balanced, tapered, indoor
⛳ golf flagstick, putting green flag: portable, reflective, indoor, practice | Fibreglass
🥌 curling stone, curling game stone: rollout, compact, polished, family | Granite`,
  },
  {
    path: ['Sports', 'Cycling & Skating'],
    price: 24,
    grams: 520,
    choice: 'colour',
    materials: ['Aluminium Alloy', 'ABS Plastic', 'Fibreglass'],
    goods: `
🔦 bike headlight, handlebar flashlight: rechargeable, lumen, clip on, waterproof
🔔 bicycle bell, handlebar bell: loud, brass, retro, compact | Brass, Aluminium Alloy
🛹 skateboard, longboard cruiser: maple, concave, complete, carving
🛞 bicycle wheel, spoked wheel: lightweight, double wall, quick release, balanced
🎿 ski boot set, ski with boot: lightweight, waxable, carving, junior
🛷 snow sled, wooden sledge: towable, foldable, downhill, heavy duty | Wood
🛼 rink skates, roller skates: beginner, padded, light up, outdoor | Faux Leather
🪁 sport kite, power kite: dual line, windproof, adjustable, speed | Ripstop Nylon`,
  },
  {
    path: ['Outdoors', 'Camping & Hiking'],
    price: 29,
    grams: 1150,
    choice: 'outdoor',
    materials: ['Polyester', 'Nylon', 'Oxford Cloth'],
    goods: `
⛺ camping tent, popup tent: instant, waterproof, dome, family
🏕️ family camping tent, cabin tent: double layer, ventilated, ripstop, roomy
🔦 camping flashlight, tent torch: zoomable, hanging, rechargeable, bright | Aluminium Alloy
🪓 camping axe, survival hatchet: tempered, splitting, sheathed, throwing | Carbon Steel
🗡️ dagger letter opener, dagger replica: medieval, ornamental, engraved, scabbard | Stainless Steel
🥾 trail boots, outdoor boots: spiked, waterproof, anti slip, snow | Leather, Suede
🧊 reusable ice cubes, cooler ice block: quick freeze, stackable, picnic, nontoxic | Stainless Steel, Silicone
🪵 firewood logs, kindling wood: kiln dried, rustic, seasoned, bundled | Birch, Oak
🧴 refillable travel bottle, pump bottle: leakproof, squeezable, clear, compact | Silicone, PET
🧭 hiking compass, map compass: luminous, sighting, folding, waterproof | Brass, ABS Plastic
🎒 trekking backpack, camping rucksack: lightweight, waterproof, ventilated, roll top
🛟 life buoy, swim ring: floating, boat safety, kids, roped | Polyethylene
☂️ windproof umbrella, travel umbrella: automatic, inverted, fiberglass, compact
⛱️ beach umbrella, beach parasol: tilting, anchored, sunproof, portable`,
  },
  {
    path: ['Outdoors', 'Fishing & Water Sports'],
    price: 22,
    grams: 480,
    choice: 'colour',
    materials: ['PVC', 'ABS Plastic', 'Carbon Fibre'],
    goods: `
🎣 fishing rod, telescopic fishing pole: carbon, spinning, saltwater, combo
🪝 fishing hook, steel hook: barbed, assorted, sharp, saltwater | Carbon Steel
🤿 snorkel set, diving mask: dry top, foldable, camera mount, panoramic
🥽 swim goggles, racing goggles: anti fog, mirrored, leakproof, panoramic
🛶 canoe, canoe with paddle: tandem, inflatable, drop stitch, portable
🩱 training swimsuit, racing swimsuit: contoured, quick dry, chlorine proof, streamlined | Polyester, Nylon
🦈 shark pool float, inflatable shark: ride on, giant, durable, handles
⚓ boat anchor, folding anchor: galvanized, grapnel, kayak, marine | Galvanised Steel
🦞 lobster fishing lure, crayfish lure: lifelike, soft, weighted, jointed
🏹 archery bow set, recurve bow: takedown, youth, limbs, practice | Maple, Fibreglass`,
  },
]
