/**
 * Calling codes of every country (ITU-T E.164; the countries of North America have area codes behind one 1). Where several
 * share a code, the first is meant. Those that sellers ship to most come first.
 */
const DIALS = [
  'US 1,CA 1,GB 44,DE 49,FR 33,ES 34,IT 39,NL 31,BE 32,AT 43,CH 41,SE 46,NO 47,DK 45,FI 358,IE 353,PT 351,PL 48',
  'CZ 420,SK 421,HU 36,RO 40,BG 359,GR 30,HR 385,SI 386,LT 370,LV 371,EE 372,LU 352,MT 356,CY 357,IS 354,UA 380',
  'TR 90,IL 972,AE 971,SA 966,QA 974,KW 965,BH 973,OM 968,EG 20,MA 212,ZA 27,NG 234,KE 254,AU 61,NZ 64,JP 81',
  'KR 82,CN 86,HK 852,TW 886,SG 65,MY 60,TH 66,VN 84,PH 63,ID 62,IN 91,PK 92,BD 880,BR 55,MX 52,AR 54,CL 56',
  'CO 57,PE 51,UY 598,EC 593,PY 595,CR 506,PA 507,GT 502,DO 1,KZ 7,RU 7,AD 376,AF 93,AL 355,AM 374,AO 244,AW 297',
  'AX 358,AZ 994,BA 387,BF 226,BI 257,BJ 229,BL 590,BN 673,BO 591,BQ 599,BT 975,BW 267,BY 375,BZ 501,CC 61',
  'CD 243,CF 236,CG 242,CI 225,CK 682,CM 237,CU 53,CV 238,CW 599,CX 61,DJ 253,DZ 213,EH 212,ER 291,ET 251,FJ 679',
  'FK 500,FM 691,FO 298,GA 241,GE 995,GF 594,GG 44,GH 233,GI 350,GL 299,GM 220,GN 224,GP 590,GQ 240,GW 245',
  'GY 592,HN 504,HT 509,IM 44,IO 246,IQ 964,IR 98,JE 44,JO 962,KG 996,KH 855,KI 686,KM 269,KP 850,LA 856,LB 961',
  'LI 423,LK 94,LR 231,LS 266,LY 218,MC 377,MD 373,ME 382,MF 590,MG 261,MH 692,MK 389,ML 223,MM 95,MN 976,MO 853',
  'MQ 596,MR 222,MU 230,MV 960,MW 265,MZ 258,NA 264,NC 687,NE 227,NF 672,NI 505,NP 977,NR 674,NU 683,PF 689',
  'PG 675,PM 508,PN 64,PS 970,PW 680,RE 262,RS 381,RW 250,SB 677,SC 248,SD 249,SH 290,SJ 47,SL 232,SM 378,SN 221',
  'SO 252,SR 597,SS 211,ST 239,SV 503,SY 963,SZ 268,TD 235,TF 262,TG 228,TJ 992,TK 690,TL 670,TM 993,TN 216',
  'TO 676,TV 688,TZ 255,UG 256,UZ 998,VA 39,VE 58,VU 678,WF 681,WS 685,YE 967,YT 262,ZM 260,ZW 263,AQ 672,BV 47',
  'GS 500,HM 672,AG 1,AI 1,AS 1,BB 1,BM 1,BS 1,DM 1,GD 1,GU 1,JM 1,KN 1,KY 1,LC 1,MP 1,MS 1,PR 1,SX 1,TC 1,TT 1',
  'UM 1,VC 1,VG 1,VI 1',
].join(',')

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

/** There a nought in front belongs to the number. */
const KEEP_NOUGHTS: readonly string[] = ['CG', 'CI', 'IT', 'SM', 'VA']

/** Elsewhere the nought before a number at home is not dialled from abroad. */
export const withoutNought = (region: string, digits: string): string =>
  KEEP_NOUGHTS.includes(region) ? digits : digits.replace(/^0+/, '')

/** As it is kept: with its code. Nothing typed is no number. */
export function joinPhone(region: string, local: string): string {
  const dial = DIAL_CODES.find((one) => one.region === region)?.dial
  const digits = local.trim()
  if (digits === '' || digits.startsWith('+') || dial === undefined) return digits
  return dial + withoutNought(region, digits)
}
