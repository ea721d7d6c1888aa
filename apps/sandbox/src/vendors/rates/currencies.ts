/** The list of Open Exchange Rates with a plausible middle rate each (units per US dollar, late 2025, rounded). */
const TABLE = `
AED|United Arab Emirates Dirham|3.6725
AFN|Afghan Afghani|66.4
ALL|Albanian Lek|83.1
AMD|Armenian Dram|382.5
ANG|Netherlands Antillean Guilder|1.79
AOA|Angolan Kwanza|917.5
ARS|Argentine Peso|1412
AUD|Australian Dollar|1.532
AWG|Aruban Florin|1.8025
AZN|Azerbaijani Manat|1.7
BAM|Bosnia-Herzegovina Convertible Mark|1.685
BBD|Barbadian Dollar|2
BDT|Bangladeshi Taka|122.1
BGN|Bulgarian Lev|1.685
BHD|Bahraini Dinar|0.377
BIF|Burundian Franc|2948
BMD|Bermudan Dollar|1
BND|Brunei Dollar|1.303
BOB|Bolivian Boliviano|6.92
BRL|Brazilian Real|5.33
BSD|Bahamian Dollar|1
BTC|Bitcoin|0.0000104
BTN|Bhutanese Ngultrum|88.6
BWP|Botswanan Pula|13.4
BYN|Belarusian Ruble|3.41
BZD|Belize Dollar|2.012
CAD|Canadian Dollar|1.403
CDF|Congolese Franc|2230
CHF|Swiss Franc|0.7965
CLF|Chilean Unit of Account (UF)|0.02405
CLP|Chilean Peso|938
CNH|Chinese Yuan (Offshore)|7.115
CNY|Chinese Yuan|7.118
COP|Colombian Peso|3765
CRC|Costa Rican Colón|502
CUC|Cuban Convertible Peso|1
CUP|Cuban Peso|24.0
CVE|Cape Verdean Escudo|95
CZK|Czech Republic Koruna|20.9
DJF|Djiboutian Franc|177.9
DKK|Danish Krone|6.434
DOP|Dominican Peso|64.2
DZD|Algerian Dinar|130.4
EGP|Egyptian Pound|47.3
ERN|Eritrean Nakfa|15
ETB|Ethiopian Birr|153.5
EUR|Euro|0.8615
FJD|Fijian Dollar|2.277
FKP|Falkland Islands Pound|0.7605
GBP|British Pound Sterling|0.7605
GEL|Georgian Lari|2.705
GGP|Guernsey Pound|0.7605
GHS|Ghanaian Cedi|10.95
GIP|Gibraltar Pound|0.7605
GMD|Gambian Dalasi|73
GNF|Guinean Franc|8685
GTQ|Guatemalan Quetzal|7.665
GYD|Guyanaese Dollar|209.2
HKD|Hong Kong Dollar|7.775
HNL|Honduran Lempira|26.3
HRK|Croatian Kuna|6.491
HTG|Haitian Gourde|131
HUF|Hungarian Forint|331.5
IDR|Indonesian Rupiah|16690
ILS|Israeli New Sheqel|3.215
IMP|Manx Pound|0.7605
INR|Indian Rupee|88.65
IQD|Iraqi Dinar|1310
IRR|Iranian Rial|42100
ISK|Icelandic Króna|126.8
JEP|Jersey Pound|0.7605
JMD|Jamaican Dollar|160.7
JOD|Jordanian Dinar|0.709
JPY|Japanese Yen|154.4
KES|Kenyan Shilling|129.2
KGS|Kyrgystani Som|87.45
KHR|Cambodian Riel|4015
KMF|Comorian Franc|423.5
KPW|North Korean Won|900
KRW|South Korean Won|1452
KWD|Kuwaiti Dinar|0.3068
KYD|Cayman Islands Dollar|0.8333
KZT|Kazakhstani Tenge|523
LAK|Laotian Kip|21680
LBP|Lebanese Pound|89550
LKR|Sri Lankan Rupee|304.5
LRD|Liberian Dollar|181
LSL|Lesotho Loti|17.1
LYD|Libyan Dinar|5.46
MAD|Moroccan Dirham|9.265
MDL|Moldovan Leu|16.95
MGA|Malagasy Ariary|4480
MKD|Macedonian Denar|53.05
MMK|Myanma Kyat|2099
MNT|Mongolian Tugrik|3570
MOP|Macanese Pataca|8.008
MRU|Mauritanian Ouguiya|39.7
MUR|Mauritian Rupee|45.9
MVR|Maldivian Rufiyaa|15.4
MWK|Malawian Kwacha|1735
MXN|Mexican Peso|18.34
MYR|Malaysian Ringgit|4.135
MZN|Mozambican Metical|63.95
NAD|Namibian Dollar|17.1
NGN|Nigerian Naira|1440
NIO|Nicaraguan Córdoba|36.8
NOK|Norwegian Krone|10.06
NPR|Nepalese Rupee|141.8
NZD|New Zealand Dollar|1.764
OMR|Omani Rial|0.3845
PAB|Panamanian Balboa|1
PEN|Peruvian Nuevo Sol|3.37
PGK|Papua New Guinean Kina|4.22
PHP|Philippine Peso|58.9
PKR|Pakistani Rupee|281
PLN|Polish Zloty|3.645
PYG|Paraguayan Guarani|7050
QAR|Qatari Rial|3.64
RON|Romanian Leu|4.38
RSD|Serbian Dinar|101
RUB|Russian Ruble|80.9
RWF|Rwandan Franc|1453
SAR|Saudi Riyal|3.7505
SBD|Solomon Islands Dollar|8.235
SCR|Seychellois Rupee|13.9
SDG|Sudanese Pound|601.5
SEK|Swedish Krona|9.46
SGD|Singapore Dollar|1.303
SHP|Saint Helena Pound|0.7605
SLE|Sierra Leonean Leone|23.2
SLL|Sierra Leonean Leone (Old)|20970
SOS|Somali Shilling|571.5
SRD|Surinamese Dollar|38.5
SSP|South Sudanese Pound|130.3
STD|São Tomé and Príncipe Dobra (pre-2018)|22280
STN|São Tomé and Príncipe Dobra|21.1
SVC|Salvadoran Colón|8.75
SYP|Syrian Pound|11056
SZL|Swazi Lilangeni|17.1
THB|Thai Baht|32.4
TJS|Tajikistani Somoni|9.25
TMT|Turkmenistani Manat|3.5
TND|Tunisian Dinar|2.945
TOP|Tongan Pa'anga|2.405
TRY|Turkish Lira|42.3
TTD|Trinidad and Tobago Dollar|6.785
TWD|New Taiwan Dollar|31.1
TZS|Tanzanian Shilling|2445
UAH|Ukrainian Hryvnia|42.1
UGX|Ugandan Shilling|3620
USD|United States Dollar|1
UYU|Uruguayan Peso|39.75
UZS|Uzbekistan Som|11980
VES|Venezuelan Bolívar Soberano|233
VND|Vietnamese Dong|26345
VUV|Vanuatu Vatu|122
WST|Samoan Tala|2.81
XAF|CFA Franc BEAC|565.1
XAG|Silver Ounce|0.0192
XAU|Gold Ounce|0.000243
XCD|East Caribbean Dollar|2.7026
XCG|Caribbean Guilder|1.79
XDR|Special Drawing Rights|0.7345
XOF|CFA Franc BCEAO|565.1
XPD|Palladium Ounce|0.000705
XPF|CFP Franc|102.8
XPT|Platinum Ounce|0.000638
YER|Yemeni Rial|238.5
ZAR|South African Rand|17.1
ZMW|Zambian Kwacha|22.6
ZWG|Zimbabwean ZiG|26.3
ZWL|Zimbabwean Dollar|322
`

export interface Currency {
  code: string
  name: string
  perDollar: number
}

export const CURRENCIES: readonly Currency[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', rate = ''] = line.split('|')
    return { code, name, perDollar: Number(rate) }
  })

/** Fixed to the dollar by their central bank (and the dollar itself). */
export const PEGGED: ReadonlySet<string> = new Set(
  'USD AED ANG AWG BBD BHD BMD BSD BZD CUC CUP DJF ERN HKD JOD KPW KYD OMR PAB QAR SAR SVC TMT XCD XCG ZWL'.split(' '),
)
