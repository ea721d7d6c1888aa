import type { LeafText } from './leaf.ts'

export const PETS: readonly LeafText[] = [
  {
    path: ['Pets', 'Dog Supplies'],
    price: 16,
    grams: 380,
    choice: 'pet',
    goods: `
🐶 dog harness, no pull vest: reflective, padded, tactical, breathable
🐕 retractable dog leash, hands free lead: bungee, tangle free, nylon, traffic
🦮 dog training collar, vibrating collar: rechargeable, remote, humane, beep
🐩 pet grooming clipper, dog hair trimmer: quiet, cordless, ceramic, shedding
🦴 dog chew toy, bone treat dispenser: indestructible, squeaky, dental, flavored
🐕‍🦺 dog raincoat, reflective pet jacket: hooded, waterproof, fleece, legged
🥏 flying disc, dog frisbee: floating, soft, glowing, tough
🎾 automatic ball launcher, fetch machine: throwing, squeak, interactive, refill`,
  },
  {
    path: ['Pets', 'Cat Supplies'],
    price: 15,
    grams: 420,
    choice: 'colour',
    goods: `
🐱 cat tree, scratching post: sisal, hammock, multilevel, sturdy
🐈 cat bed, calming donut bed: fluffy, heated, foldable, enclosed
🐈‍⬛ cat tunnel, collapsible play tube: crinkle, peephole, suede, peekaboo
🐭 electronic mouse toy, catnip mice: motion, feather, running, squeaking
🐟 flopping fish cat toy, wagging fish: rechargeable, lifelike, catnip, kicking
😺 cat litter mat, double layer litter trap: honeycomb, washable, scatter, foldable
🥫 raised pet bowl, slow feeder dish: tilted, ceramic, anti vomit, elevated
⛲ pet water fountain, cat drinking dispenser: filtered, quiet, ultra, stainless`,
  },
  {
    path: ['Pets', 'Small Animals, Birds & Fish'],
    price: 13,
    grams: 350,
    choice: 'colour',
    goods: `
🐹 hamster wheel, silent exercise wheel: acrylic, spinning, hedgehog, adjustable
🐇 rabbit hutch mat, hay feeder rack: foldable, chewable, timothy, hanging
🦜 parrot perch, bird swing toy: natural, foraging, colorful, rope
🐦 bird feeder, window bird house: squirrel proof, acrylic, smart, hanging
🐠 aquarium decoration, fish tank ornament: resin, glowing, hideout, coral
🐡 air pump, aquarium bubbler: silent, dual outlet, oxygen, adjustable
🦀 hermit crab shell house, crab habitat: natural, painted, climbing, turban
🐿️ squirrel feeder table, hanging nut feeder: cedar, picnic, bench, wooden
🦔 hedgehog hideout, small pet bed: fleece, igloo, cuddly, washable
🐴 horse grooming kit, mane brush: equestrian, hoof pick, curry, tack
🐓 chicken feeder, automatic poultry waterer: hanging, no waste, coop, gravity
🪺 bird nest box, canary breeding nest: woven, straw, hut, cozy
🐚 crystal aquarium shells, terrarium sea shells: assorted, natural, polished, craft
🪸 artificial coral, reef ornament: silicone, vivid, soft, swaying
🕷️ reptile terrarium, tarantula enclosure: magnetic, ventilated, acrylic, feeding`,
  },
]
