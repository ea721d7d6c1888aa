import type { LeafText } from './leaf.ts'

export const BEAUTY: readonly LeafText[] = [
  {
    path: ['Beauty & Health', 'Make-up & Nails'],
    price: 8,
    grams: 110,
    choice: 'colour',
    materials: ['ABS Plastic', 'Synthetic Fibre'],
    goods: `
💄 matte lipstick, long lasting lip color: velvety, transferproof, creamy, nude | Wax and Oils
🖌️ eyeshadow brush, lip brush: soft, precise, vegan, travel
👝 cosmetic bag, makeup pouch: quilted, waterproof, zipped, travel | Polyester, Faux Leather
🪞 vanity mirror, lighted makeup mirror: magnifying, dimmable, trifold, cordless | Glass
🖌️ makeup brush, foundation brush: synthetic, tapered, vegan, dense
💄 tinted lip balm, liquid lipstick: glossy, hydrating, minty, tinted | Wax and Oils
🎀 hair bow, makeup headband bow: stretchy, soft, plush, washable | Polyester`,
  },
  {
    path: ['Beauty & Health', 'Skin & Hair Care'],
    price: 12,
    grams: 230,
    choice: 'scent',
    materials: ['Plant Extracts', 'Natural Oils'],
    goods: `
🧴 body lotion, sunscreen cream: moisturizing, fragrance free, botanical, nourishing
🧼 handmade soap, charcoal cleansing bar: exfoliating, oatmeal, organic, foaming
🪒 safety razor, shaving razor: doubled edged, balanced, weighted, close | Stainless Steel, Brass
🧽 bath sponge, body sponge: exfoliating, natural, soft, konjac | Natural Fibre
🪮 detangling comb, wooden hair comb: antistatic, sandalwood, wide tooth, curly | Sandalwood, Wood
🕯️ aromatherapy candle, spa candle: soy, calming, natural, hand poured | Soy Wax
🫧 bubble bath, foaming bath: fizzy, lavender, handmade, relaxing
🧴 hand cream, foot cream: repairing, shea, fast absorbing, rich
🍯 honey body scrub, honey face mask: firming, enzyme, gentle, dewy`,
  },
  {
    path: ['Beauty & Health', 'Wellness'],
    price: 15,
    grams: 350,
    choice: 'colour',
    materials: ['Cotton', 'ABS Plastic', 'Silicone'],
    goods: `
⌚ heart rate watch, health watch: heart rate, sleep tracking, waterproof, slim | Silicone, Aluminium Alloy
🩺 stethoscope, dual head stethoscope: acoustic, lightweight, nurse, cardiology | Stainless Steel, PVC
🌡️ room thermometer, wall thermometer: indoor, large, glass, precise | Glass, Wood
🩹 adhesive bandages, blister plasters: waterproof, flexible, sterile, assorted | Cotton, PE Film
🪥 bamboo toothbrush, soft toothbrush: sensitive, biodegradable, charcoal, family | Bamboo
🪥 travel toothbrush, toothbrush set: foldable, whitening, gum care, soft | ABS Plastic
🧦 compression socks, recovery socks: knee high, graduated, breathable, nurse
⚖️ balance scale, brass weighing scale: precise, vintage, polished, apothecary | Brass
🕯️ relaxing candle, meditation candle: beeswax, slow burning, calming, gift | Beeswax
🧣 warming scarf, heated neck scarf: soft, washable, soothing, fleece
🧤 warming gloves, arthritis gloves: compression, soft, thermal, unisex
🧠 brain model, anatomy brain: detachable, teaching, detailed, lifesize | PVC`,
  },
]
