import type { LeafText } from './leaf.ts'

export const PETS: readonly LeafText[] = [
  {
    path: ['Pets', 'Dog Supplies'],
    price: 16,
    grams: 380,
    choice: 'pet',
    materials: ['Nylon', 'Rubber', 'Cotton'],
    goods: `
🧣 dog scarf, pet bandana scarf: reflective, padded, plaid, breathable | Cotton
🎀 dog bow tie, pet hair bow: plaid, elastic, velvet, festive | Cotton
🦮 guide dog harness, dog walking harness: reflective, padded, rigid, adjustable
🥣 dog bowl, pet food bowl: nonslip, slow, ceramic, elevated | Ceramic, Stainless Steel
🦴 chew bone, dog bone toy: indestructible, squeaky, dental, flavored | Natural Rubber, Nylon
🐕‍🦺 dog vest, service dog vest: hooded, waterproof, fleece, legged
🥏 dog frisbee, flying disc: floating, soft, glowing, tough | Natural Rubber
🥎 fetch ball, dog play ball: bouncy, squeak, interactive, tough | Natural Rubber`,
  },
  {
    path: ['Pets', 'Cat Supplies'],
    price: 15,
    grams: 420,
    choice: 'colour',
    materials: ['Plush', 'Cotton', 'Sisal'],
    goods: `
🐭 catnip mouse, toy mouse: plush, rattling, crinkle, sturdy
🧺 cat basket, pet basket bed: woven, cushioned, foldable, round | Wicker
🧶 cat yarn ball, wool ball toy: crinkle, belled, felted, handmade
🐭 mouse cat toy, squeaky mouse: motion, feather, running, squeaking
🐟 fish cat toy, wagging fish: rechargeable, lifelike, catnip, kicking
🪶 cat teaser feather, feather cat toy: replaceable, natural, fluffy, interactive | Feather
🥣 cat bowl, cat food dish: tilted, ceramic, anti vomit, elevated | Ceramic
📦 cardboard cat house, cat play box: scratchable, foldable, printed, stackable | Cardboard`,
  },
  {
    path: ['Pets', 'Small Animals, Birds & Fish'],
    price: 13,
    grams: 350,
    choice: 'colour',
    materials: ['Wood', 'Resin', 'Straw'],
    goods: `
🥕 carrot chew toy, rabbit chew carrot: woven, natural, crunchy, teething | Straw
🪵 chew wood, rodent chew logs: apple wood, chewable, natural, untreated
🔔 bird cage bell, parrot bell toy: hanging, foraging, colorful, loud | Brass
🏠 bird house, nesting house: squirrel proof, wooden, painted, hanging
🐠 artificial fish, aquarium fish ornament: floating, glowing, silicone, tropical | Silicone
🐡 pufferfish ornament, floating pufferfish: silicone, glowing, soft, swimming | Silicone
🦀 crab ornament, toy crab: realistic, painted, resin, red
🥜 peanut bird food, shelled peanuts: roasted, unsalted, bulk, premium | Peanuts
🛖 small pet hut, hamster hut: straw, igloo, cozy, washable
🪮 mane comb, pet grooming comb: equestrian, wide tooth, curry, tack | Stainless Steel
🌽 chicken corn feed, dried corn cob: natural, no waste, coop, cracked | Corn
🪺 bird nest, canary nest: woven, straw, hut, cozy
🐚 aquarium shell, sea shell: assorted, natural, polished, craft | Shell
🪸 artificial coral, coral ornament: silicone, vivid, soft, swaying | Silicone, Resin
🪨 reptile rock, terrarium basking rock: heat holding, rough, natural, stackable | Stone`,
  },
]
