import type { LeafText } from './leaf.ts'

export const FASHION: readonly LeafText[] = [
  {
    path: ['Fashion', 'Women', 'Dresses & Skirts'],
    price: 21,
    grams: 310,
    choice: 'apparel',
    materials: ['Polyester', 'Cotton', 'Viscose'],
    goods: `
👗 summer dress, floral sundress: pleated, sleeveless, chiffon, ruffled, backless
👘 satin kimono robe, silky bath robe: embroidered, belted, flowing, bridal
🥻 draped evening sari, embellished sari gown: sequined, georgette, festive, handwoven
🩱 one piece swimsuit, slimming bathing suit: halter, ribbed, padded, cutout | Nylon, Polyester
👙 bikini set, two piece swimwear: triangle, reversible, strappy, crochet | Nylon, Polyester
👗 cocktail dress, evening dress: stretchy, satin, layered, wraparound`,
  },
  {
    path: ['Fashion', 'Women', 'Tops & Knitwear'],
    price: 17,
    grams: 260,
    choice: 'apparel',
    materials: ['Cotton', 'Polyester', 'Linen'],
    goods: `
👚 chiffon blouse, ladies office shirt: collared, buttoned, breezy, ditsy
🎽 racerback tank top, sleeveless camisole: seamless, moisture wicking, cropped, cooling
👚 knit top, ribbed blouse: cozy, cable, mohair, slouchy
👕 ladies tee, loose t-shirt: puffed, cropped, linen, bohemian`,
  },
  {
    path: ['Fashion', 'Men', 'Shirts & Jackets'],
    price: 24,
    grams: 480,
    choice: 'apparel',
    materials: ['Cotton', 'Polyester', 'Wool Blend'],
    goods: `
👕 cotton t-shirt, crew neck tee: breathable, heavyweight, preshrunk, graphic
👔 dress shirt with tie, business shirt: wrinkle free, slim fit, twill, formal
🧥 trench coat, double breasted overcoat: windproof, lapel, gabardine, fleece lined | Gabardine, Wool Blend
🦺 reflective safety vest, high visibility waistcoat: zippered, mesh, fluorescent, pocketed
🥋 karate uniform, martial arts gi: brushed, unbleached, student, lightweight
🥼 white lab coat, chemist gown: unisex, tailored, knee length, stain resistant`,
  },
  {
    path: ['Fashion', 'Men', 'Trousers & Underwear'],
    price: 16,
    grams: 340,
    choice: 'apparel',
    materials: ['Cotton', 'Denim', 'Polyester'],
    goods: `
👖 straight denim jeans, stretch trousers: distressed, tapered, indigo, stonewashed
🩳 quick dry board shorts, beach swim trunks: drawstring, elastic, tropical, lined | Polyester
🩲 briefs, bamboo briefs: tagless, antibacterial, soft, snug
🧦 ankle socks, novelty crew socks: cushioned, merino, striped, compression`,
  },
  {
    path: ['Fashion', 'Accessories', 'Hats & Caps'],
    price: 11,
    grams: 120,
    choice: 'colour',
    materials: ['Cotton', 'Polyester', 'Felt'],
    goods: `
🧢 baseball cap, adjustable snapback: curved, washed, trucker, embroidered
👒 straw sun hat, wide brim beach hat: foldable, ribboned, woven, packable | Straw
🎩 magician top hat, felt gentleman hat: velvet, vintage, tall, steampunk
⛑️ climbing helmet, rescue hard hat: ventilated, shockproof, adjustable, certified | ABS Plastic
👑 rhinestone tiara, pageant crown: sparkling, gilded, bridal, regal | Zinc Alloy
🪖 military helmet, combat helmet: camouflage, rugged, airsoft, replica | ABS Plastic, Steel`,
  },
  {
    path: ['Fashion', 'Accessories', 'Scarves, Gloves & Belts'],
    price: 10,
    grams: 150,
    choice: 'colour',
    materials: ['Wool Blend', 'Polyester', 'Cotton'],
    goods: `
🧣 cashmere scarf, winter scarf: fringed, tartan, plush, reversible
🧤 touchscreen gloves, thermal mittens: insulated, grippy, knitted, windproof
🧣 wool shawl, tartan shawl: oversized, soft, woven, unisex
🎀 silk hair ribbon, satin hair bow: glossy, pretied, polka dot, delicate | Silk, Satin
👓 blue light glasses, reading spectacles: antiglare, featherweight, retro, bendable | TR90, Metal
🕶️ polarized sunglasses, aviator shades: mirrored, unbreakable, gradient, driving | TR90, Metal
🥽 swimming goggles, diving goggles: leakproof, panoramic, silicone, tinted | Silicone`,
  },
]
