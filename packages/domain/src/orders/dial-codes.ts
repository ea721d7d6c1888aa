/** Calling codes of the countries that sellers ship to (ITU-T E.164). */
const DIALS =
  'US 1,CA 1,GB 44,DE 49,FR 33,ES 34,IT 39,NL 31,BE 32,AT 43,CH 41,SE 46,NO 47,DK 45,FI 358,IE 353,PT 351,PL 48,CZ 420,SK 421,HU 36,RO 40,BG 359,GR 30,HR 385,SI 386,LT 370,LV 371,EE 372,LU 352,MT 356,CY 357,IS 354,UA 380,TR 90,IL 972,AE 971,SA 966,QA 974,KW 965,BH 973,OM 968,EG 20,MA 212,ZA 27,NG 234,KE 254,AU 61,NZ 64,JP 81,KR 82,CN 86,HK 852,TW 886,SG 65,MY 60,TH 66,VN 84,PH 63,ID 62,IN 91,PK 92,BD 880,BR 55,MX 52,AR 54,CL 56,CO 57,PE 51,UY 598,EC 593,PY 595,CR 506,PA 507,GT 502,DO 1,KZ 7,RU 7'

export const DIAL_CODES: readonly { region: string; dial: string }[] = DIALS.split(',').map((text) => {
  const [region = '', digits = ''] = text.split(' ')
  return { region, dial: `+${digits}` }
})

/**
 * The region's code and the rest of a number. Several regions share a code: the preferred one is kept where it fits.
 * A number without a code belongs to the preferred region.
 */
export function splitPhone(phone: string, preferred: string): { region: string; local: string } {
  const plain = phone.replace(/^00/, '+')
  if (!plain.startsWith('+')) return { region: preferred, local: phone }
  const fitting = DIAL_CODES.filter(({ dial }) => plain.startsWith(dial)).toSorted(
    (a, b) => b.dial.length - a.dial.length,
  )
  const [longest] = fitting
  if (!longest) return { region: preferred, local: phone }
  const own = fitting.find(({ region, dial }) => region === preferred && dial.length === longest.dial.length) ?? longest
  return { region: own.region, local: plain.slice(own.dial.length).trim() }
}

/** As it is kept: with its code. Nothing typed is no number. */
export function joinPhone(region: string, local: string): string {
  const dial = DIAL_CODES.find((one) => one.region === region)?.dial
  const digits = local.trim()
  if (digits === '' || digits.startsWith('+') || dial === undefined) return digits
  // The nought before a number at home is not dialled from abroad.
  return dial + digits.replace(/^0+/, '')
}
