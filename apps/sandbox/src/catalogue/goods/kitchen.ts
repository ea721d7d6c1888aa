import type { LeafText } from './leaf.ts'

export const KITCHEN: readonly LeafText[] = [
  {
    path: ['Kitchen & Dining', 'Cookware'],
    price: 23,
    grams: 980,
    choice: 'material',
    materials: ['Cast Iron', 'Stainless Steel', 'Aluminium Alloy', 'Ceramic'],
    goods: `
🍳 nonstick frying pan, egg skillet: granite, induction, ceramic, deep
🥘 paella pan, shallow casserole: enamel, carbon steel, riveted, family
🍲 stew pot, soup pot: cast iron, lidded, enamelled, slow
🫕 fondue set, cheese melting pot: electric, stoneware, forked, sharing
🥧 pie dish, pie tin: springform, nonstick, loose, aluminized
🧁 cupcake liner, muffin cup: greaseproof, flexible, reusable, bakery | Paper, Silicone
🍳 omelette pan, egg pan: granite, induction, ceramic, mini
🥘 braising pan, casserole pan: enamel, lidded, riveted, nonstick
🍲 hot pot, clay pot: lidded, glazed, slow, handled
🍿 popcorn bucket, popcorn box: striped, stackable, theater, party | Paper, Polypropylene
🍳 breakfast pan, griddle pan: cast, nonstick, deep, handled
🫕 melting pot, chocolate fondue pot: stoneware, candle, forked, small`,
  },
  {
    path: ['Kitchen & Dining', 'Drinks & Glassware'],
    price: 16,
    grams: 430,
    choice: 'capacity',
    materials: ['Glass', 'Ceramic', 'Stainless Steel'],
    goods: `
☕ coffee mug, ceramic cup: handmade, stackable, insulated, speckled | Ceramic, Stoneware
🫖 teapot, infuser teapot: glazed, stovetop, floral, dripless | Ceramic, Cast Iron
🍵 matcha bowl, tea bowl: glazed, stoneware, ceremonial, handcrafted | Stoneware
🧋 bubble tea tumbler, boba cup: resealable, straw, leakproof, glass | Glass
🥤 stainless straw cup, insulated tumbler: sweatproof, handle, quencher, leak
🍷 wine glass, wine goblet: crystal, shatterproof, electroplated, aerating | Glass, Crystal
🍺 beer stein, frosty freezer mug: double wall, gel, tankard, personalised
🍸 martini glass, cocktail glass: crystal, weighted, bartender, stemmed | Glass, Crystal
🥃 whiskey tumbler, rocks glass: etched, twisted, decanter, heavyweight | Glass
🥛 milk glass, drinking glass: clear, stackable, tempered, ribbed | Glass
☕ espresso cup, latte mug: double wall, stackable, glazed, handmade | Ceramic, Glass
🍷 crystal goblet, stemmed goblet: hand blown, leadfree, etched, gold rim | Crystal
🧉 yerba mate gourd, mate cup: leather, argentine, carved, filtered | Calabash
🍼 baby bottle, baby feeding bottle: anticolic, thermostat, wide neck, glass | Glass, Silicone`,
  },
  {
    path: ['Kitchen & Dining', 'Utensils & Tableware'],
    price: 13,
    grams: 390,
    choice: 'colour',
    materials: ['Stainless Steel', 'Ceramic', 'Bamboo'],
    goods: `
🔪 chef knife, damascus kitchen knife: forged, razor sharp, pakkawood, santoku | Damascus Steel, Stainless Steel
🍴 cutlery set, flatware set: mirror, titanium, minimalist, dishwasher safe | Stainless Steel, Titanium
🥄 soup spoon, table spoon: engraved, mirror, olive, long handled | Stainless Steel, Olive Wood
🥢 chopsticks, reusable sushi sticks: lacquered, fiberglass, nonslip, gift | Bamboo, Fibreglass
🍽️ dinner plate set, serving platter: porcelain, reactive, scalloped, microwavable | Porcelain, Stoneware
🥣 cereal bowl, breakfast bowl: melamine, nested, ramen, nonslip | Ceramic, Stoneware
🍱 bento lunch box, compartment food container: leakproof, wheat, microwave, bamboo | Wheat Fibre, Bamboo
🧂 salt shaker, spice shaker: glass, adjustable, moisture proof, refillable | Glass
🥗 salad bowl, serving bowl: acacia, large, glazed, shatterproof | Acacia Wood, Ceramic
🍽️ dessert plate set, serving plate: stoneware, matte, stackable, microwavable | Stoneware, Porcelain
🔪 steak knife, carving knife: serrated, forged, full tang, gift | Stainless Steel
🥢 bamboo chopsticks, sushi chopsticks: beginner, reusable, carved, complete | Bamboo
🥣 ramen bowl, soup bowl: deep, japanese, speckled, stackable | Ceramic, Stoneware
🥄 tea spoon, dessert spoon: polished, long handled, golden, engraved | Stainless Steel
🔪 paring knife, utility knife: ceramic, sharp, sheathed, balanced | Ceramic, Stainless Steel
🌶️ artificial chili pepper, chili garland: lifelike, hanging, foam, rustic | Foam
🧂 pepper shaker, seasoning shaker: glass, stainless lid, clear, handheld | Glass
🥑 avocado magnet, avocado kitchen timer: cute, wind up, three in one, novelty | Resin
🍎 apple kitchen timer, artificial apple: wind up, loud, novelty, glossy | ABS Plastic
🍋 artificial lemon, decorative lemon: lifelike, foam, table, sturdy | Foam
🍍 pineapple ornament, artificial pineapple: tropical, ceramic, golden, tabletop | Ceramic, Resin
🥕 artificial carrot, carrot decoration: lifelike, foam, easter, display | Foam
🌽 artificial corn, corn cob decoration: harvest, lifelike, autumn, hanging | Foam
🍓 strawberry magnet, artificial strawberry: glossy, resin, cute, fridge | Resin
🍴 travel cutlery, picnic cutlery: camping, foldable, cased, sturdy | Stainless Steel, Bamboo
🍌 artificial banana, banana decoration: lifelike, foam, countertop, display | Foam`,
  },
]
