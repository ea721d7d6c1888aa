import type { LeafText } from './leaf.ts'

export const PARTY: readonly LeafText[] = [
  {
    path: ['Party & Holidays', 'Party Decoration'],
    price: 10,
    grams: 200,
    choice: 'pattern',
    goods: `
🎉 party popper, confetti cannon: biodegradable, metallic, handheld, wedding
🎊 balloon garland kit, arch balloons: pastel, latex, doubled, macaron
🎂 cake topper, cake stand: acrylic, glittered, rotating, tiered
🎁 gift box set, wrapping paper: magnetic, kraft, nesting, ribbon
🎏 carp streamer, koinobori windsock: polyester, hanging, japanese, vivid
🪅 birthday pinata, pull string pinata: donkey, rainbow, stuffed, fiesta
🧨 cracker table favors, firecracker decoration: paper, jokes, snapping, lunar
🧧 red envelope, hongbao money packet: embossed, lucky, silk, zodiac
🎆 cold spark fountain, firework wall light: remote, indoor, meteor, strip
🥳 party hats, birthday blowers: conical, foil, cardboard, noisy
🥂 champagne flutes, disposable plastic glasses: stemmed, gold rim, toast, sturdy
🍭 lollipop stand, candy buffet jar: acrylic, tiered, dessert, sweet
🎀 chair sashes, satin ribbon roll: organza, wide, banquet, wholesale
🪔 diwali string lights, tea light holder: mandala, lotus, clay, festive
🎟️ raffle tickets, photo booth props: numbered, double, funny, moustache
🏆 trophy cup, award medal: plastic, engraved, champion, golden
🏅 medal display hanger, race ribbon: marathon, steel, wooden, tiered
🎖️ military medal replica, honor badge: brass, veteran, commemorative, ribboned`,
  },
  {
    path: ['Party & Holidays', 'Seasonal'],
    price: 15,
    grams: 430,
    choice: 'pattern',
    goods: `
🎄 christmas tree, artificial pine tree: prelit, snowy, slim, hinged
🎅 santa costume, christmas door decor: plush, bearded, deluxe, jolly
☃️ snowman inflatable, christmas yard decoration: lighted, blowup, tall, animated
🎃 halloween pumpkin, jack o lantern: carved, foam, flickering, spooky
👻 ghost decoration, hanging ghost light: haunted, glowing, fabric, windsock
🕸️ spider web decoration, stretch cobweb: giant, fake, creepy, sticky
💀 skull planter, skeleton prop: realistic, resin, gothic, posable
🧛 vampire fangs, cloak costume: retractable, dracula, velvet, collar
🦃 thanksgiving centerpiece, turkey decoration: honeycomb, harvest, tabletop, roasted
🥚 easter eggs, fillable plastic eggs: painted, bright, hinged, hunting
💘 valentine heart balloons, love letter box: romantic, foil, cupid, proposal
🧝 elf doll, christmas elf accessories: bendable, shelf, mischievous, sitting
🦌 reindeer figurine, antler headband: rustic, sleigh, lighted, woodland
🔔 jingle bells, christmas bell ornament: brass, craft, hanging, tiny
❄️ snowflake ornaments, frozen window clings: glittered, hanging, crystal, reusable
🪦 tombstone prop, graveyard lawn sign: foam, eerie, cemetery, weathered
🧙 witch hat, broomstick prop: pointed, felt, magical, crooked
🎇 sparkler candles, ice fountain: birthday, sparkling, smokeless, cake`,
  },
  {
    path: ['Music', 'Instruments'],
    price: 39,
    grams: 950,
    choice: 'colour',
    goods: `
🎸 acoustic guitar, guitar capo: cutaway, beginner, spruce, strings
🎹 roll up piano, portable keyboard: foldable, silicone, learning, keys
🎻 violin, violin bow rosin: maple, student, fiddle, chinrest
🥁 electronic drum pad, drumsticks: portable, hickory, practice, rollup
🎺 trumpet, mouthpiece: brass, nickel, mute, valve
🎷 saxophone, mini pocket sax: alto, lacquered, reed, abs
🪕 banjo ukulele, ukulele: soprano, mahogany, concert, aquila
🪗 accordion toy, button accordion: diatonic, bass, folk, kids
🪘 djembe drum, hand drum: goatskin, carved, african, tuned
🪈 wooden flute, recorder: bamboo, ocarina, ceramic, baroque
🎼 music stand, sheet music folder: folding, adjustable, conductor, portable
🔔 tuning fork, handbell set: resonant, colorful, chakra, desktop
🎵 kalimba, thumb piano: mahogany, seventeen, engraved, soothing`,
  },
]
