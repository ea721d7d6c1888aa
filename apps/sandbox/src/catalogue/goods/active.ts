import type { LeafText } from './leaf.ts'

export const ACTIVE: readonly LeafText[] = [
  {
    path: ['Sports', 'Fitness & Yoga'],
    price: 21,
    grams: 900,
    choice: 'colour',
    goods: `
🏋️ adjustable dumbbell, resistance bands set: neoprene, cast, latex, stackable
🤸 yoga mat, exercise mat: cork, thick, alignment, nonslip
💪 hand grip strengthener, forearm trainer: adjustable, counting, spring, rehab
🥊 boxing gloves, punching bag: sparring, freestanding, hand wraps, muay
🏃 running belt, hydration waist pack: bounce free, zippered, reflective, slim
⛹️ agility ladder, speed training cones: portable, rungs, drills, footwork
🧗 finger hangboard, climbing hold set: wooden, bolt on, portable, chalk`,
  },
  {
    path: ['Sports', 'Ball & Racket Sports'],
    price: 20,
    grams: 560,
    choice: 'colour',
    goods: `
⚽ soccer ball, training football: stitched, thermal bonded, futsal, turf
🏀 basketball, indoor outdoor basketball: composite, grip, silent, street
🏈 american football, junior football: laced, leather, spiral, composite
⚾ baseball glove, pitching machine balls: leather, practice, webbed, cork
🏉 rugby ball, grip rugby trainer: rubber, match, panel, beach
🎱 pool table balls, billiard cue set: resin, maple, tournament, racked
🏓 ping pong paddle set, table tennis bat: retractable, net, spin, sponge
🏸 badminton racket set, shuttlecock: carbon, featherlight, strung, doubles
🏏 cricket bat, tennis cricket set: willow, junior, handle, wicket
🏒 hockey stick, street hockey set: composite, curved, puck, ice
🥍 lacrosse stick, lacrosse mesh head: attack, defense, shaft, complete
🎳 bowling set, bowling wrist brace: pins, rolling, wooden, lawn
🏑 field hockey stick, shin guard: fiberglass, dribble, padded, junior
⛳ golf putting mat, swing trainer: auto return, chipping, indoor, turf
🥌 tabletop curling game, shuffleboard set: rollout, compact, stones, family`,
  },
  {
    path: ['Sports', 'Cycling & Skating'],
    price: 24,
    grams: 520,
    choice: 'colour',
    goods: `
🚴 bike light set, cycling headlight: rechargeable, lumen, taillight, waterproof
🚵 bike phone mount, handlebar bag: touchscreen, waterproof, quick release, top tube
🛹 skateboard, longboard cruiser: maple, concave, complete, carving
🛞 bicycle tire, puncture repair kit: tubeless, puncture resistant, patch, levers
🎿 ski goggles, ski bag: magnetic lens, interchangeable, frameless, padded
🛷 snow sled, inflatable snow tube: towable, foldable, downhill, heavy duty
🏂 snowboard boots bag, snowboarding gloves: insulated, waterproof, wrist guard, slope
🪂 parachute training chute, resistance parachute: sprint, windproof, adjustable, speed`,
  },
  {
    path: ['Outdoors', 'Camping & Hiking'],
    price: 29,
    grams: 1150,
    choice: 'capacity',
    goods: `
⛺ camping tent, popup tent: instant, waterproof, dome, family
🏕️ camping hammock, bug net hammock: double, parachute, ripstop, tree
🔥 camping stove, portable fire pit: windproof, folding, butane, smokeless
🪓 camping axe, survival hatchet: tempered, splitting, sheathed, throwing
🗡️ letter opener sword, survival knife replica: medieval, ornamental, engraved, scabbard
🥾 hiking gaiters, crampons ice cleats: spiked, waterproof, anti slip, snow
🧊 cooler bag, insulated lunch tote: leakproof, collapsible, picnic, soft
🪵 wood chopping stump stool, firewood log carrier: waxed canvas, handles, rustic, stackable
🧴 refillable travel bottles, water purifier straw: filtering, emergency, squeezable, personal
🌄 camping lantern, solar tent light: collapsible, hanging, rechargeable, bright
🥫 camping cookware kit, mess tin: nesting, aluminium, lightweight, folding
🛟 life jacket, inflatable buoyancy vest: buoyant, snorkel, kayak, automatic
☂️ windproof umbrella, travel umbrella: automatic, inverted, fiberglass, compact
⛱️ beach umbrella, sun shelter: tilting, anchored, sunproof, portable`,
  },
  {
    path: ['Outdoors', 'Fishing & Water Sports'],
    price: 22,
    grams: 480,
    choice: 'length',
    goods: `
🎣 fishing rod, telescopic fishing pole: carbon, spinning, saltwater, combo
🪝 fishing hooks, soft bait lures: barbed, assorted, wobbling, weedless
🤿 snorkel set, full face snorkel mask: dry top, foldable, camera mount, panoramic
🏄 surfboard leash, paddle board fin: coiled, reinforced, detachable, center
🛶 inflatable kayak, canoe paddle: tandem, aluminium, drop stitch, portable
🏊 swim training paddles, kickboard: buoyant, contoured, drill, streamlined
🦈 shark bite diving fins, snorkeling flippers: short, adjustable, travel, open heel
⚓ folding anchor, boat mooring kit: galvanized, grapnel, kayak, marine
🦞 crab trap, lobster net cage: collapsible, foldable, bait, shrimp
🏹 archery bow set, recurve bow: takedown, youth, limbs, practice`,
  },
]
