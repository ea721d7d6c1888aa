import type { LeafText } from './leaf.ts'

export const PARTY: readonly LeafText[] = [
  {
    path: ['Party & Holidays', 'Party Decoration'],
    price: 10,
    grams: 200,
    choice: 'pattern',
    materials: ['Paper', 'Foil', 'Polyester'],
    goods: `
🎉 party popper, confetti cannon: biodegradable, metallic, handheld, wedding
🎊 confetti ball, confetti decoration: pastel, paper, hanging, macaron
🎂 display cake, birthday cake prop: frosted, glittered, rotating, tiered | Foam
🎁 gift box, present box: magnetic, kraft, nesting, ribbon
🎏 carp streamer, koinobori windsock: polyester, hanging, japanese, vivid
🪅 birthday pinata, party pinata: donkey, rainbow, stuffed, fiesta
🧨 firecracker decoration, paper firecracker: paper, jokes, snapping, lunar
🧧 red envelope, hongbao money packet: embossed, lucky, silk, zodiac
🕯️ birthday candle, party candle: tall, metallic, relighting, numbered | Wax
🎈 party balloon, helium balloon: foil, metallic, confetti, jumbo | Latex, Foil
🥂 champagne flute, toasting glass: stemmed, gold rim, toast, sturdy | Glass
🍭 lollipop decoration, candy prop: giant, swirled, dessert, sweet | Foam
🎀 satin ribbon, gift bow: organza, wide, banquet, wholesale
🪔 diwali lamp, tea light lamp: mandala, lotus, clay, festive | Clay
🎟️ raffle ticket, admission ticket: numbered, double, perforated, coloured
🏆 trophy cup, award cup: plastic, engraved, champion, golden | Zinc Alloy
🏅 award medal, sports medal: marathon, steel, ribboned, engraved | Zinc Alloy
🎖️ military medal replica, honor badge: brass, veteran, commemorative, ribboned | Brass`,
  },
  {
    path: ['Party & Holidays', 'Seasonal'],
    price: 15,
    grams: 430,
    choice: 'pack',
    materials: ['Polyester', 'Resin', 'Foam'],
    goods: `
🎄 christmas tree, artificial pine tree: prelit, snowy, slim, hinged
🛷 santa sleigh, decorative sleigh: rustic, lighted, deluxe, jolly
☃️ snowman figure, snowman decoration: lighted, blowup, tall, animated
🎃 halloween pumpkin, jack o lantern: carved, foam, flickering, spooky
👻 ghost decoration, ghost light: haunted, glowing, fabric, windsock
🕸️ spider web, cobweb decoration: giant, fake, creepy, sticky
💀 skull decoration, skull prop: realistic, resin, gothic, posable | Resin
🦇 bat decoration, hanging bat: retractable, flapping, velvet, spooky
🦃 turkey decoration, thanksgiving turkey: honeycomb, harvest, tabletop, roasted
🥚 craft egg, easter egg: painted, bright, hinged, hunting
💘 valentine heart, heart decoration: romantic, foil, cupid, proposal
🧦 christmas stocking, holiday socks: knitted, hanging, personalised, plush
🦌 reindeer figurine, deer decoration: rustic, sleigh, lighted, woodland
🔔 christmas bell, bell ornament: brass, craft, hanging, tiny | Brass
❄️ snowflake ornament, snowflake decoration: glittered, hanging, crystal, reusable | Acrylic
🪦 tombstone prop, gravestone decoration: foam, eerie, cemetery, weathered
🧹 witch broom, halloween broom: rustic, straw, magical, crooked | Straw
🎁 christmas gift box, holiday present box: ribboned, sparkling, nesting, kraft | Paper`,
  },
  {
    path: ['Music', 'Instruments'],
    price: 39,
    grams: 950,
    choice: 'colour',
    materials: ['Maple', 'Brass', 'Mahogany'],
    goods: `
🎸 guitar, beginner guitar: cutaway, beginner, spruce, strings | Spruce, Mahogany
🎹 piano keyboard, portable keyboard: foldable, silicone, learning, keys | ABS Plastic
🎻 violin, student violin: maple, student, fiddle, chinrest | Maple
🥁 snare drum, drum with sticks: portable, hickory, practice, rollup
🎺 trumpet, student trumpet: brass, nickel, mute, valve | Brass
🎷 saxophone, mini saxophone: alto, lacquered, reed, abs | Brass
🪕 banjo, beginner banjo: soprano, mahogany, concert, aquila
🪗 accordion, button accordion: diatonic, bass, folk, kids
🪘 djembe drum, hand drum: goatskin, carved, african, tuned | Mahogany
🪈 wooden flute, recorder: bamboo, ocarina, ceramic, baroque | Bamboo, Maple
🎤 stage microphone, vocal microphone: dynamic, wired, handheld, switched | Zinc Alloy
🔔 handbell, music bell: resonant, colorful, chakra, desktop | Brass
🪇 maracas, hand shaker: wooden, painted, engraved, latin | Wood`,
  },
]
