import type { LeafText } from './leaf.ts'

export const ELECTRONICS: readonly LeafText[] = [
  {
    path: ['Electronics', 'Phones & Charging', 'Phone Accessories'],
    price: 13,
    grams: 160,
    choice: 'colour',
    materials: ['ABS Plastic', 'TPU', 'Silicone'],
    goods: `
📱 phone case, shockproof cover: magnetic, transparent, slim, kickstand
🔋 rechargeable battery, battery pack: high capacity, long life, lithium, low discharge | Lithium Cell
🔌 plug adapter, travel plug: grounded, foldable, compact, universal
📱 flip phone cover, leather phone case: magnetic, card slot, slim, stand | Faux Leather
☎️ retro telephone, corded telephone: rotary, caller display, hotel, hands free
📱 phone screen protector, tempered phone glass: privacy, ultra clear, bubble free, full cover | Tempered Glass
📞 telephone handset, retro phone receiver: corded, coiled, usb, compact
🔌 charging plug, usb wall plug: fast charging, three in one, compact, braided`,
  },
  {
    path: ['Electronics', 'Audio & Video', 'Headphones & Speakers'],
    price: 28,
    grams: 290,
    choice: 'colour',
    materials: ['ABS Plastic', 'Aluminium Alloy'],
    goods: `
🎧 wireless headphones, over ear headset: noise cancelling, foldable, gaming, bass
🔊 bluetooth speaker, portable speaker: waterproof, stereo, portable, thumping
🎤 karaoke microphone, wireless mic: echo, condenser, lavalier, rechargeable
📻 shortwave radio, portable radio: solar, vintage, weather, portable
🎙️ podcast microphone, studio condenser mic: cardioid, popfilter, boom arm, plug and play
📣 megaphone, cheering megaphone: siren, foldable, rechargeable, rally
🔈 desktop speaker, mini speaker: wired, stereo, compact, usb
💿 recordable disc, blank cd: printable, archival, slim, fast | Polycarbonate
📼 video cassette, blank tape: retro, extended, stereo, labelled`,
  },
  {
    path: ['Electronics', 'Audio & Video', 'Cameras & Projectors'],
    price: 48,
    grams: 520,
    choice: 'colour',
    materials: ['ABS Plastic', 'Aluminium Alloy'],
    goods: `
📷 instant camera, vlogging camera: autofocus, flip screen, retro, compact
📸 flash camera, compact camera: autofocus, pocket, zoom, selfie
📹 camcorder, handheld video camera: motion, night vision, zoom, flip screen
🎥 film camera, movie camera prop: retro, replica, studio, decorative
📽️ film projector, retro movie projector: portable, vintage, reel, decorative
📺 retro tv, portable television: analog, antenna, compact, vintage
🔭 astronomical telescope, refractor scope: beginner, tripod, stargazing, zoom
🔬 kids microscope, student microscope: handheld, biological, magnified, slides
📡 satellite dish, dish antenna: amplified, outdoor, long range, foldable
🎬 clapperboard, film clapper: wooden, magnetic, erasable, director | Wood`,
  },
  {
    path: ['Electronics', 'Computers & Office', 'Computer Accessories'],
    price: 22,
    grams: 340,
    choice: 'colour',
    materials: ['ABS Plastic', 'Aluminium Alloy'],
    goods: `
💻 laptop cover, laptop skin: matte, ventilated, slim, clear | Polycarbonate
⌨️ mechanical keyboard, wireless keyboard: hotswap, backlit, compact, clicky
🖱️ computer mouse, wireless mouse: silent, rechargeable, gaming, dpi
🖥️ monitor screen filter, monitor privacy screen: removable, antiglare, wide, magnetic | PET Film
🖨️ desktop printer, label printer: inkless, bluetooth, sticker, wireless
💾 floppy disk, retro diskette: formatted, labelled, collectible, double density
🕹️ arcade joystick, retro joystick: clicky, usb, pixel, nostalgic
🎮 game controller, wireless gamepad: vibrating, hall effect, turbo, grips
🧮 wooden abacus, counting abacus: polished, beaded, large, accounting | Wood
📠 fax machine, office fax: portable, duplex, thermal, compact`,
  },
  {
    path: ['Electronics', 'Smart Home & Security', 'Gadgets'],
    price: 24,
    grams: 260,
    choice: 'colour',
    materials: ['ABS Plastic', 'Zinc Alloy', 'Stainless Steel'],
    goods: `
🔒 padlock, security padlock: hardened, waterproof, rustproof, gym | Hardened Steel, Brass
🔑 key blank, decorative key: vintage, brass, uncut, engraved | Brass
🛎️ service bell, desk call bell: loud, chrome, melodious, weighted | Chromed Steel
🔐 padlock with key, keyed lock: twin key, weatherproof, brass, steel | Hardened Steel, Brass
🚨 alarm light, revolving warning light: flashing, strobe, adhesive, magnetic
🤖 toy robot, companion robot: dancing, self charging, programmable, voice
🛰️ satellite model, space satellite toy: metal, solar, detailed, tiny
🧭 survival compass, pocket compass: luminous, altimeter, military, folding
🔋 lithium battery, button cell pack: high drain, rechargeable, long life, multi | Lithium Cell
🔎 magnifying glass, reading magnifier: illuminated, hands free, jeweler, foldable | Glass
🎛️ sound mixer, mixing console: programmable, knobs, dj, channel
🔦 pocket flashlight, led torch: keychain, rechargeable, zoomable, bright`,
  },
]
