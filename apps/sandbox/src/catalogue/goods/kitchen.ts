import type { LeafText } from './leaf.ts'

export const KITCHEN: readonly LeafText[] = [
  {
    path: ['Kitchen & Dining', 'Cookware'],
    price: 23,
    grams: 980,
    choice: 'material',
    goods: `
🍳 nonstick frying pan, egg skillet: granite, induction, ceramic, deep
🥘 paella pan, shallow casserole: enamel, carbon steel, riveted, family
🍲 dutch oven, stew pot: cast iron, lidded, enamelled, slow
🫕 fondue set, cheese melting pot: electric, stoneware, forked, sharing
🥧 pie dish, fluted baking tin: springform, nonstick, loose, aluminized
🧁 muffin tray, silicone cupcake molds: dozen, flexible, reusable, bakeware
🍕 pizza stone, baking peel: cordierite, perforated, crispy, foldable
🧇 waffle maker, belgian waffle iron: rotating, mini, heart, nonstick
🥞 pancake griddle, batter dispenser pan: leakproof, seven hole, animal, handled
🍿 popcorn maker, hot air popper: oil free, collapsible, theater, microwave
🥚 egg cooker, steamer rack: auto shutoff, poached, seven, rapid
🍞 bread proofing basket, sourdough banneton: rattan, linen, oval, artisan`,
  },
  {
    path: ['Kitchen & Dining', 'Drinks & Glassware'],
    price: 16,
    grams: 430,
    choice: 'capacity',
    goods: `
☕ coffee mug, ceramic cup: handmade, stackable, insulated, speckled
🫖 cast iron teapot, infuser kettle: tetsubin, stovetop, floral, gooseneck
🍵 matcha whisk set, tea ceremony bowl: bamboo, stoneware, ceremonial, handcrafted
🧋 bubble tea tumbler, boba cup: resealable, straw, leakproof, glass
🥤 stainless straw cup, insulated tumbler: sweatproof, handle, quencher, leak
🍷 wine glass set, stemless goblet: crystal, shatterproof, electroplated, aerating
🍺 beer stein, frosty freezer mug: double wall, gel, tankard, personalised
🍸 cocktail shaker, martini glass: boston, weighted, bartender, mixology
🥃 whiskey tumbler, rocks glass: etched, twisted, decanter, heavyweight
🥛 milk frother, handheld foam maker: cordless, whisk, creamy, powerful
🧊 ice cube tray, whiskey ice sphere mold: silicone, lidded, slow melting, stackable
🍾 champagne stopper, wine bottle sealer: vacuum, leakproof, bubbly, chrome
🧉 yerba mate gourd, calabash bombilla: leather, argentine, carved, filtered
🍼 formula bottle warmer, baby feeding bottle: anticolic, thermostat, wide neck, glass`,
  },
  {
    path: ['Kitchen & Dining', 'Utensils & Tableware'],
    price: 13,
    grams: 390,
    choice: 'colour',
    goods: `
🔪 chef knife, damascus kitchen knife: forged, razor sharp, pakkawood, santoku
🍴 cutlery set, flatware forks: mirror, titanium, minimalist, dishwasher safe
🥄 measuring spoons, wooden soup ladle: engraved, nesting, olive, scoop
🥢 chopsticks, reusable sushi sticks: lacquered, fiberglass, nonslip, gift
🍽️ dinner plate set, serving platter: porcelain, reactive, scalloped, microwavable
🥣 cereal bowl, mixing bowls: melamine, nested, ramen, nonslip
🍱 bento lunch box, compartment food container: leakproof, wheat, microwave, bamboo
🧂 salt and pepper grinder, spice mill: electric, adjustable, gravity, refillable
🥗 salad spinner, vegetable washer: collapsible, draining, crank, chopper
🧀 cheese board, charcuterie tray: slate, acacia, knife drawer, serving
🥩 meat tenderizer, steak thermometer: probe, wireless, needled, grilling
🍣 sushi making kit, bazooka roller: beginner, bamboo, rice mold, complete
🌮 taco holder stand, tortilla warmer: stainless, insulated, wave, party
🍦 ice cream scoop, popsicle molds: heat conducting, bpa free, trigger, homemade
🧈 butter dish, countertop butter keeper: acacia, slicing, covered, porcelain
🌶️ chili pepper roaster, jalapeno corer tool: barbecue, rack, stainless, spicy
🧄 garlic press, ginger mincer: rocking, peeler, zinc, handheld
🥑 avocado slicer, guacamole tool: pitter, masher, three in one, splitter
🍎 apple corer peeler, fruit divider: suction, spiral, clamped, wedges
🍋 citrus juicer, lemon squeezer: manual, electric, reamer, sturdy
🍍 pineapple corer, fruit slicer: twisting, spiraled, ratcheting, stainless
🥕 vegetable peeler, mandoline slicer: julienne, adjustable, julienned, swivel
🌽 corn cob holders, kernel stripper: pronged, safe, picnic, interlocking
🍓 strawberry huller, berry colander: stem, draining, enamel, rinsing
🥔 potato masher, french fry cutter: wire, dicing, interchangeable, sturdy
🍌 banana hanger, fruit basket stand: tiered, countertop, wire, detachable`,
  },
]
