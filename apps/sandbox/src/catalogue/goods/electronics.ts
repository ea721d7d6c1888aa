import type { LeafText } from './leaf.ts'

export const ELECTRONICS: readonly LeafText[] = [
  {
    path: ['Electronics', 'Phones & Charging', 'Phone Accessories'],
    price: 13,
    grams: 160,
    choice: 'colour',
    goods: `
📱 phone case, shockproof cover: magnetic, transparent, slim, kickstand
🔋 power bank, portable charger: fast charging, pocket, solar, digital display
🔌 wall charger, travel plug adapter: gallium, foldable, multiport, universal
🤳 selfie stick, phone tripod: bluetooth, extendable, gimbal, remote
☎️ retro phone handset, corded telephone: rotary, caller display, hotel, hands free
📲 car phone holder, dashboard mount: suction, wireless, vent clip, rotating
📞 landline earpiece, conference speakerphone: noise cancelling, usb, omnidirectional, compact
🧲 magnetic charging cable, cable organizer clips: braided, three in one, silicone, desk`,
  },
  {
    path: ['Electronics', 'Audio & Video', 'Headphones & Speakers'],
    price: 28,
    grams: 290,
    choice: 'colour',
    goods: `
🎧 wireless headphones, over ear headset: noise cancelling, foldable, gaming, bass
🔊 bluetooth speaker, soundbar: waterproof, stereo, portable, thumping
🎤 karaoke microphone, wireless mic: echo, condenser, lavalier, rechargeable
📻 shortwave radio, emergency crank radio: solar, vintage, weather, portable
🎙️ podcast microphone, studio condenser mic: cardioid, popfilter, boom arm, plug and play
📯 horn loudspeaker, megaphone: siren, foldable, rechargeable, rally
🎶 music box, hand crank melody box: engraved, wooden, wind up, ballerina
💿 portable cd player, disc burner drive: external, antishock, slim, nostalgic
📼 cassette converter, tape player: walk, digital, stereo, auto reverse`,
  },
  {
    path: ['Electronics', 'Audio & Video', 'Cameras & Projectors'],
    price: 48,
    grams: 520,
    choice: 'plug',
    goods: `
📷 instant camera, vlogging camera: autofocus, flip screen, retro, compact
📸 ring light, photography flash lamp: dimmable, tripod, bicolor, selfie
📹 security camera, wifi baby monitor: motion, night vision, pan tilt, two way
🎥 action camera, helmet camcorder: stabilized, underwater, wide angle, hyper
📽️ mini projector, home theater projector: portable, ceiling, native, keystone
📺 streaming tv stick, hdmi capture box: android, casting, remote, quad
🔭 astronomical telescope, refractor scope: beginner, tripod, stargazing, zoom
🔬 kids microscope, digital usb microscope: handheld, biological, magnified, slides
📡 tv antenna, signal booster: amplified, indoor, long range, flat
🎬 clapperboard prop, green screen backdrop: collapsible, chroma, wrinkle, director`,
  },
  {
    path: ['Electronics', 'Computers & Office', 'Computer Accessories'],
    price: 22,
    grams: 340,
    choice: 'colour',
    goods: `
💻 laptop stand, notebook sleeve: aluminium, ventilated, foldable, ergonomic
⌨️ mechanical keyboard, wireless keypad: hotswap, backlit, compact, clicky
🖱️ ergonomic mouse, vertical wireless mouse: silent, rechargeable, gaming, dpi
🖥️ monitor arm, screen riser: gas spring, clamp, dual, swivel
🖨️ label printer, pocket thermal printer: inkless, bluetooth, sticker, wireless
💾 card reader, flash drive: encrypted, metal, swivelling, keyring
🕹️ arcade joystick, retro game console: handheld, preloaded, pixel, nostalgic
🎮 game controller, wireless gamepad: vibrating, hall effect, turbo, grips
🧮 desktop calculator, counting abacus: solar, wooden, large key, accounting
📠 document scanner, fax label shredder: portable, duplex, crosscut, wand`,
  },
  {
    path: ['Electronics', 'Smart Home & Security', 'Gadgets'],
    price: 24,
    grams: 260,
    choice: 'plug',
    goods: `
🔒 smart padlock, fingerprint lock: keyless, waterproof, biometric, gym
🔑 key finder, tracker tag: bluetooth, anti lost, beeping, replaceable
🛎️ wireless doorbell, video door chime: long range, battery, melodious, weatherproof
🔐 key safe box, combination lockbox: wall mounted, weatherproof, resettable, steel
🚨 alarm siren, door window sensor: deafening, strobe, adhesive, magnetic
🤖 robot vacuum, companion robot: mopping, self charging, mapping, voice
🛰️ gps tracker, pet locator: realtime, geofence, sim, tiny
🧭 digital compass, survival compass: luminous, altimeter, military, folding
⚡ jump starter, surge protector strip: lithium, peak, grounded, multi
🔎 magnifying glass, reading magnifier lamp: illuminated, hands free, jeweler, foldable
🎛️ macro pad, sound mixer console: programmable, knobs, dj, channel
⏯️ universal remote, tv remote control: replacement, learning, backlit, infrared`,
  },
]
