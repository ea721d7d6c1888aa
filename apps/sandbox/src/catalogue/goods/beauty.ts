import type { LeafText } from './leaf.ts'

export const BEAUTY: readonly LeafText[] = [
  {
    path: ['Beauty & Health', 'Make-up & Nails'],
    price: 8,
    grams: 110,
    choice: 'colour',
    goods: `
💄 matte lipstick, long lasting lip color: velvety, transferproof, creamy, nude
💅 gel nail polish, press on nails: glossy, quick dry, almond, chrome
👁️ magnetic eyelashes, false lash kit: fluffy, reusable, wispy, natural
🪞 vanity mirror, lighted makeup mirror: magnifying, dimmable, trifold, cordless
🖌️ makeup brush set, contour blender brushes: synthetic, tapered, vegan, dense
👄 plumping lip gloss, lip balm: glossy, hydrating, minty, tinted
🎭 sheet face mask, collagen facial mask: brightening, soothing, hydrogel, overnight`,
  },
  {
    path: ['Beauty & Health', 'Skin & Hair Care'],
    price: 12,
    grams: 230,
    choice: 'scent',
    goods: `
🧴 body lotion, sunscreen cream: moisturizing, fragrance free, botanical, nourishing
🧼 handmade soap, charcoal cleansing bar: exfoliating, oatmeal, organic, foaming
🪒 safety razor, electric shaver: doubled edged, foil, rechargeable, close
💆 scalp massager, shampoo brush: silicone, exfoliating, ergonomic, dandruff
🪮 detangling comb, wooden hair brush: antistatic, boar bristle, wide tooth, curly
🧖 facial steamer, spa headband: nano, ionic, warm, unclogging
🫧 bubble bath bombs, foaming bath salts: fizzy, lavender, handmade, relaxing
🐝 honey propolis serum, beeswax balm: antioxidant, unscented, healing, raw
🍯 manuka face cream, honey body scrub: firming, enzyme, gentle, dewy`,
  },
  {
    path: ['Beauty & Health', 'Wellness'],
    price: 15,
    grams: 350,
    choice: 'colour',
    goods: `
💊 pill organizer, weekly medicine box: detachable, braille, travel, airtight
🩺 stethoscope, dual head medical stethoscope: acoustic, lightweight, nurse, cardiology
🌡️ infrared thermometer, fever thermometer: contactless, instant, digital, pediatric
🩹 adhesive bandages, hydrocolloid blister patches: waterproof, flexible, sterile, assorted
🦷 teeth whitening kit, cordless water flosser: sensitive, portable, pulsating, enamel
🪥 sonic toothbrush, electric toothbrush: rechargeable, whitening, quiet, soft
🧘 acupressure mat, yoga meditation cushion: spiked, buckwheat, tension, foldable
⚖️ body fat scale, smart bathroom scale: tempered, precise, bluetooth, slim
👃 nasal dilator strips, snore stopper clip: breathable, magnetic, gentle, reusable
🦴 posture corrector, back brace support: adjustable, lumbar, breathable, discreet
🫀 blood pressure monitor, wrist pulse meter: automatic, talking, memory, irregular
🧠 memory puzzle trainer, brain teaser wooden set: challenging, geometric, logic, senior`,
  },
]
