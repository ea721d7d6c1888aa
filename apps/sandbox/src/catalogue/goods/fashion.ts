import type { LeafText } from './leaf.ts'

export const FASHION: readonly LeafText[] = [
  {
    path: ['Fashion', 'Women', 'Dresses & Skirts'],
    price: 21,
    grams: 310,
    choice: 'apparel',
    goods: `
👗 summer dress, floral sundress: pleated, sleeveless, chiffon, ruffled, backless
👘 satin kimono robe, silky bath robe: embroidered, belted, flowing, bridal
🥻 draped evening sari, embellished sari gown: sequined, georgette, festive, handwoven
🩱 one piece swimsuit, slimming bathing suit: halter, ribbed, padded, cutout
👙 bikini set, two piece swimwear: triangle, reversible, strappy, crochet
🩰 ballet leotard skirt, tulle dance skirt: stretchy, gauzy, layered, wraparound`,
  },
  {
    path: ['Fashion', 'Women', 'Tops & Knitwear'],
    price: 17,
    grams: 260,
    choice: 'apparel',
    goods: `
👚 chiffon blouse, ladies office shirt: collared, buttoned, breezy, ditsy
🎽 racerback tank top, sleeveless camisole: seamless, moisture wicking, cropped, cooling
🧶 chunky knit cardigan, oversized wool sweater: cozy, cable, mohair, slouchy
🪡 embroidered tunic top, boho peasant blouse: puffed, tasselled, linen, bohemian`,
  },
  {
    path: ['Fashion', 'Men', 'Shirts & Jackets'],
    price: 24,
    grams: 480,
    choice: 'apparel',
    goods: `
👕 cotton t-shirt, crew neck tee: breathable, heavyweight, preshrunk, graphic
👔 dress shirt with tie, business shirt: wrinkle free, slim fit, twill, formal
🧥 trench coat, double breasted overcoat: windproof, lapel, gabardine, fleece lined
🦺 reflective safety vest, high visibility waistcoat: zippered, mesh, fluorescent, pocketed
🥋 karate uniform, martial arts gi: brushed, unbleached, student, lightweight
🥼 white lab coat, chemist gown: unisex, tailored, knee length, stain resistant`,
  },
  {
    path: ['Fashion', 'Men', 'Trousers & Underwear'],
    price: 16,
    grams: 340,
    choice: 'apparel',
    goods: `
👖 straight denim jeans, stretch trousers: distressed, tapered, indigo, stonewashed
🩳 quick dry board shorts, beach swim trunks: drawstring, elastic, tropical, lined
🩲 boxer briefs pack, bamboo underwear: tagless, antibacterial, soft, snug
🧦 ankle socks, novelty crew socks: cushioned, merino, striped, compression`,
  },
  {
    path: ['Fashion', 'Accessories', 'Hats & Caps'],
    price: 11,
    grams: 120,
    choice: 'colour',
    goods: `
🧢 baseball cap, adjustable snapback: curved, washed, trucker, embroidered
👒 straw sun hat, wide brim beach hat: foldable, ribboned, woven, packable
🎩 magician top hat, felt gentleman hat: velvet, vintage, tall, steampunk
⛑️ climbing helmet, rescue hard hat: ventilated, shockproof, adjustable, certified
👑 rhinestone tiara, pageant crown: sparkling, gilded, bridal, regal
🪖 tactical helmet cover, combat replica helmet: camouflage, rugged, airsoft, ballistic`,
  },
  {
    path: ['Fashion', 'Accessories', 'Scarves, Gloves & Belts'],
    price: 10,
    grams: 150,
    choice: 'colour',
    goods: `
🧣 cashmere scarf, winter neck warmer: fringed, tartan, plush, reversible
🧤 touchscreen gloves, thermal mittens: insulated, grippy, knitted, windproof
🪢 braided belt, woven canvas belt: stretchable, nautical, rope, unisex
🎀 silk hair ribbon, satin bow tie: glossy, pretied, polka dot, delicate
👓 blue light glasses, reading spectacles: antiglare, featherweight, retro, bendable
🕶️ polarized sunglasses, aviator shades: mirrored, unbreakable, gradient, driving
🥽 swimming goggles, anti fog diving mask: leakproof, panoramic, silicone, tinted`,
  },
]
