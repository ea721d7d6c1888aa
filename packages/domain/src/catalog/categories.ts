/** Our own category tree: suppliers' trees differ, a seller wants one. spec: not shown. */
import { wordsOf } from './words.ts'

export interface Category {
  category_id: number
  parent_id: number | null
  slug: string
  name: string
}

/**
 * Root slug, name; then leaf slug, name and the words that speak for it. Ids never change: new ones go to the end of a
 * root.
 */
const TREE: readonly (readonly [
  slug: string,
  name: string,
  leaves: readonly (readonly [slug: string, name: string, words: string])[],
])[] = [
  [
    'women',
    "Women's fashion",
    [
      ['dresses', 'Dresses', 'dress gown skirt sundress maxi midi'],
      ['tops', 'Tops & blouses', 'blouse top tunic camisole women shirt'],
      ['lingerie', 'Underwear & sleepwear', 'bra pajama lingerie sleepwear nightgown robe bikini swimsuit panty'],
      ['women-outerwear', "Women's coats & knitwear", 'cardigan coat trench knit sweater poncho'],
    ],
  ],
  [
    'men',
    "Men's fashion",
    [
      ['shirts', 'Shirts & T-shirts', 't-shirt tshirt tee polo shirt'],
      ['trousers', 'Trousers & shorts', 'jean trouser pant short jogger legging'],
      ['jackets', 'Jackets & hoodies', 'jacket hoodie vest parka windbreaker'],
      ['suits', 'Ties & suits', 'tie suit bow blazer necktie'],
    ],
  ],
  [
    'shoes',
    'Shoes',
    [
      ['sneakers', 'Sneakers', 'sneaker trainer running shoe'],
      ['boots', 'Boots', 'boot hiking ankle'],
      ['sandals', 'Sandals & slippers', 'sandal slipper flip flop clog thong'],
      ['heels', 'Heels & flats', 'heel stiletto pump flat ballet loafer'],
    ],
  ],
  [
    'bags',
    'Bags & luggage',
    [
      ['backpacks', 'Backpacks', 'backpack rucksack school'],
      ['handbags', 'Handbags & purses', 'handbag purse tote clutch crossbody shoulder bag'],
      ['luggage', 'Luggage & travel', 'luggage suitcase travel duffel packing'],
      ['wallets', 'Wallets', 'wallet cardholder card holder'],
    ],
  ],
  [
    'jewellery',
    'Jewellery & watches',
    [
      ['rings', 'Rings & necklaces', 'ring necklace pendant bracelet earring jewelry jewellery gem bead'],
      ['watches', 'Watches', 'watch wristwatch chronograph'],
      ['glasses', 'Glasses & sunglasses', 'glass sunglass eyewear goggle'],
      ['hats', 'Hats & scarves', 'hat cap beanie scarf glove mitten headband'],
    ],
  ],
  [
    'beauty',
    'Beauty & health',
    [
      ['make-up', 'Make-up', 'lipstick makeup mascara eyeshadow cosmetic nail polish brush'],
      ['skin-care', 'Skin care', 'skin cream serum mask lotion soap facial'],
      ['hair', 'Hair', 'hair comb dryer wig clipper curler barber razor'],
      ['health', 'Health & massage', 'massage massager health thermometer pill therapy posture bandage'],
    ],
  ],
  [
    'home',
    'Home & living',
    [
      ['lighting', 'Lighting', 'lamp light lantern bulb candle led night'],
      ['bedding', 'Bedding & textiles', 'bed pillow blanket sheet duvet curtain towel quilt'],
      ['decor', 'Decoration', 'decor decoration vase frame clock mirror picture wall art figurine'],
      ['furniture', 'Furniture', 'chair table sofa couch shelf desk furniture stool'],
      ['storage', 'Storage & cleaning', 'storage organizer basket broom mop cleaning bucket box bin sponge hanger'],
    ],
  ],
  [
    'kitchen',
    'Kitchen',
    [
      ['cookware', 'Cookware', 'pan pot cookware wok kettle skillet'],
      ['tableware', 'Tableware', 'plate bowl cup mug fork spoon chopstick tableware teapot tea glass'],
      ['kitchen-tools', 'Kitchen tools', 'knife kitchen peeler grater blender opener whisk cutter lunch'],
      ['bottles', 'Bottles & flasks', 'bottle flask thermos tumbler'],
    ],
  ],
  [
    'electronics',
    'Electronics',
    [
      ['audio', 'Audio', 'headphone earbud earphone speaker microphone radio audio'],
      ['phones', 'Phone accessories', 'phone case smartphone mobile stand holder charger cable charging'],
      ['computers', 'Computers & office tech', 'keyboard mouse laptop computer printer usb monitor joystick'],
      ['cameras', 'Cameras & video', 'camera projector video tripod film tv lens'],
      ['power', 'Batteries & power', 'battery power plug socket adapter solar'],
    ],
  ],
  [
    'toys',
    'Toys & games',
    [
      ['plush', 'Plush & dolls', 'plush doll teddy stuffed bear'],
      ['games', 'Games & puzzles', 'game puzzle dice chess card joystick'],
      ['models', 'Building & vehicles', 'block robot car train toy model rocket drone'],
      ['party', 'Party & gifts', 'party balloon gift confetti pinata costume firework ribbon'],
    ],
  ],
  [
    'baby',
    'Baby & kids',
    [
      ['baby-care', 'Baby care', 'baby bottle pacifier diaper stroller crib'],
      ['kids', 'Kids', 'kid child children toddler'],
    ],
  ],
  [
    'pets',
    'Pets',
    [
      ['dogs', 'Dogs', 'dog puppy leash collar bone'],
      ['cats', 'Cats', 'cat kitten litter scratching'],
      ['other-pets', 'Fish, birds & others', 'pet aquarium fish bird hamster rabbit turtle parrot'],
    ],
  ],
  [
    'sports',
    'Sports & outdoors',
    [
      ['fitness', 'Fitness & yoga', 'fitness yoga gym dumbbell resistance band mat exercise'],
      [
        'ball-sports',
        'Ball sports',
        'ball football soccer basketball tennis racket baseball volleyball golf badminton cricket',
      ],
      ['camping', 'Camping & hiking', 'camping tent hiking sleeping compass outdoor hammock fishing'],
      ['cycling', 'Cycling & skating', 'bicycle bike cycling helmet skate skateboard scooter'],
      ['water-sports', 'Water & winter sports', 'swim diving snorkel surf ski snowboard sled boat kayak'],
    ],
  ],
  [
    'garden',
    'Garden & tools',
    [
      ['gardening', 'Gardening', 'garden plant pot seed flower watering shovel hose planter cactus'],
      ['hand-tools', 'Hand tools', 'hammer wrench screwdriver tool saw drill axe plier ladder nut bolt'],
      ['security', 'Locks & safety', 'lock key padlock safety alarm extinguisher'],
    ],
  ],
  [
    'office',
    'Office & school',
    [
      [
        'stationery',
        'Stationery',
        'pen pencil notebook notepad stationery paper clip scissors ruler marker crayon sticker',
      ],
      ['books', 'Books & planners', 'book planner calendar diary bookmark'],
      ['craft', 'Art & craft', 'paint art craft yarn sewing knitting palette thread needle canvas'],
      [
        'music',
        'Musical instruments',
        'guitar violin drum piano trumpet saxophone flute music instrument accordion banjo',
      ],
    ],
  ],
  [
    'car',
    'Car & motorcycle',
    [
      ['car-accessories', 'Car accessories', 'car auto vehicle seat windshield dash'],
      ['motorcycle', 'Motorcycle', 'motorcycle motorbike rider'],
    ],
  ],
]

const ROOT_STEP = 100

export const CATEGORIES: readonly Category[] = TREE.flatMap(([slug, name, leaves], root) => {
  const category_id = (root + 1) * ROOT_STEP
  return [
    { category_id, parent_id: null, slug, name },
    ...leaves.map(([leaf, title], index) => ({
      category_id: category_id + index + 1,
      parent_id: category_id,
      slug: leaf,
      name: title,
    })),
  ]
})

const byId = new Map(CATEGORIES.map((category) => [category.category_id, category]))
export const findCategory = (category_id: number | null): Category | undefined =>
  category_id === null ? undefined : byId.get(category_id)

/** A category and all above it. */
export function lineage(category_id: number | null): number[] {
  const own = findCategory(category_id)
  return own ? [own.category_id, ...lineage(own.parent_id)] : []
}

const speaking = new Map<string, number[]>()
TREE.forEach(([, , leaves], root) =>
  leaves.forEach(([, name, words], index) => {
    const id = (root + 1) * ROOT_STEP + index + 1
    for (const word of wordsOf(`${words} ${name}`)) speaking.set(word, [...(speaking.get(word) ?? []), id])
  }),
)
/** Words that speak for one category alone: they name a thing, as the words people search for do. */
export const THING_WORDS: readonly string[] = [...speaking]
  .filter(([word, ids]) => ids.length === 1 && word.length > 2)
  .map(([word]) => word)

/** Every word that speaks for a category: how suppliers that list nothing without a word are walked. */
export const CATEGORY_WORDS: readonly string[] = [
  ...new Set([
    ...[...speaking.keys()].filter((word) => word.length > 2),
    // What titles say of anything: finds what no category's words do.
    ...wordsOf(
      'set kit holder stand cover rack machine mini portable wireless electric vintage wooden steel leather cotton silicone metal plastic large small ' +
        'waterproof foldable adjustable rechargeable handmade professional new creative modern classic soft natural magnetic automatic digital outdoor indoor replica ' +
        'free fast shipping seller today upgraded premium practical popular elegant stylish quality high home family wedding birthday student teacher restaurant patio balcony gift ' +
        'tree statue garland belt umbrella flag map stick uniform maker puller',
    ),
  ]),
]

const rootWords = TREE.map(([slug, name]) => wordsOf(`${slug} ${name}`))

const PATH_WEIGHT = 3
/** A word that speaks for many says little for each; the last words of a title name the thing. */
const LAST_WORDS = 4

/** The category a product belongs to by its supplier's path and its title; null when nothing speaks for one. */
export function classify(path: readonly string[], name: string): number | null {
  const votes = new Map<number, number>()
  const vote = (word: string, weight: number) => {
    const ids = speaking.get(word) ?? []
    for (const id of ids) votes.set(id, (votes.get(id) ?? 0) + weight / ids.length)
  }
  const title = wordsOf(name)
  title.forEach((word, index) => vote(word, index >= title.length - LAST_WORDS ? 1.2 : 1))
  const pathWords = path.flatMap((part) => wordsOf(part))
  for (const word of pathWords) vote(word, PATH_WEIGHT)
  rootWords.forEach((words, root) => {
    if (!words.some((word) => pathWords.includes(word))) return
    for (const [id, votesSoFar] of votes) if (Math.floor(id / ROOT_STEP) === root + 1) votes.set(id, votesSoFar + 1)
  })
  let best: number | null = null
  for (const [id, count] of votes) if (best === null || count > (votes.get(best) ?? 0)) best = id
  return best
}
