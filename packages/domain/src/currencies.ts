/** Foundation spec §3 "Currency": the currencies a seller meets, with how each is written. */
export type Currency = {
  currencyName: string
  currencySymbol: string
  /** ISO 4217 code. */
  currencyType: string
  /** spec: not shown what it steers; carried as false so the shape is whole. */
  forwardCut: boolean
  intervalSeparator: string
  /** Locale whose digits grouping and decimal sign are used. */
  language: string
  symbolFront: boolean
  decimal: 0 | 2
  countryCode: string
}

export const DEFAULT_CURRENCY = 'USD' // §3, §9
export const INTERVAL_SEPARATOR = ' - ' // §3

/** §3 names all but the last two. spec: not shown whether CLP and ISK are "similar"; neither has a minor coin. */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set([
  'PYG',
  'IDR',
  'RWF',
  'JPY',
  'KRW',
  'UGX',
  'VND',
  'VUV',
  'BIF',
  'KMF',
  'DJF',
  'XAF',
  'XOF',
  'XPF',
  'GNF',
  'CLP',
  'ISK',
])

/** §3: these stand behind the amount, all others in front. */
const SYMBOL_BEHIND: ReadonlySet<string> = new Set(['PLN', 'RUB', 'UAH', 'MXN', 'DZD'])

/**
 * Code, name, symbol, locale, country. spec: not shown which currencies; ISO 4217 as of 2026, plus BGN and ANG because
 * stores still carry old amounts in them. Shared '$' and '£' get a prefix so two currencies are never mistaken.
 * The euro's country is 'EU'. TJS, and the dinars ISO gives three decimals, have 2 here (§3 knows only 0 and 2).
 */
const ROWS: readonly (readonly [code: string, name: string, symbol: string, language: string, country: string])[] = [
  ['AED', 'United Arab Emirates Dirham', 'AED', 'ar-AE', 'AE'],
  ['AFN', 'Afghan Afghani', '؋', 'fa-AF', 'AF'],
  ['ALL', 'Albanian Lek', 'ALL', 'sq-AL', 'AL'],
  ['AMD', 'Armenian Dram', '֏', 'hy-AM', 'AM'],
  ['ANG', 'Netherlands Antillean Guilder', 'ANG', 'nl-CW', 'CW'],
  ['AOA', 'Angolan Kwanza', 'Kz', 'pt-AO', 'AO'],
  ['ARS', 'Argentine Peso', 'AR$', 'es-AR', 'AR'],
  ['AUD', 'Australian Dollar', 'A$', 'en-AU', 'AU'],
  ['AWG', 'Aruban Florin', 'AWG', 'nl-AW', 'AW'],
  ['AZN', 'Azerbaijani Manat', '₼', 'az-AZ', 'AZ'],
  ['BAM', 'Bosnia-Herzegovina Convertible Mark', 'KM', 'bs-BA', 'BA'],
  ['BBD', 'Barbadian Dollar', 'BB$', 'en-BB', 'BB'],
  ['BDT', 'Bangladeshi Taka', '৳', 'bn-BD', 'BD'],
  ['BGN', 'Bulgarian Lev', 'BGN', 'bg-BG', 'BG'],
  ['BHD', 'Bahraini Dinar', 'BHD', 'ar-BH', 'BH'],
  ['BIF', 'Burundian Franc', 'BIF', 'fr-BI', 'BI'],
  ['BMD', 'Bermudan Dollar', 'BM$', 'en-BM', 'BM'],
  ['BND', 'Brunei Dollar', 'BN$', 'ms-BN', 'BN'],
  ['BOB', 'Bolivian Boliviano', 'Bs', 'es-BO', 'BO'],
  ['BRL', 'Brazilian Real', 'R$', 'pt-BR', 'BR'],
  ['BSD', 'Bahamian Dollar', 'BS$', 'en-BS', 'BS'],
  ['BTN', 'Bhutanese Ngultrum', 'BTN', 'en-BT', 'BT'],
  ['BWP', 'Botswanan Pula', 'P', 'en-BW', 'BW'],
  ['BYN', 'Belarusian Ruble', 'BYN', 'ru-BY', 'BY'],
  ['BZD', 'Belize Dollar', 'BZ$', 'en-BZ', 'BZ'],
  ['CAD', 'Canadian Dollar', 'CA$', 'en-CA', 'CA'],
  ['CDF', 'Congolese Franc', 'CDF', 'fr-CD', 'CD'],
  ['CHF', 'Swiss Franc', 'CHF', 'de-CH', 'CH'],
  ['CLP', 'Chilean Peso', 'CL$', 'es-CL', 'CL'],
  ['CNY', 'Chinese Yuan', 'CN¥', 'zh-CN', 'CN'],
  ['COP', 'Colombian Peso', 'CO$', 'es-CO', 'CO'],
  ['CRC', 'Costa Rican Colón', '₡', 'es-CR', 'CR'],
  ['CUP', 'Cuban Peso', 'CU$', 'es-CU', 'CU'],
  ['CVE', 'Cape Verdean Escudo', 'CVE', 'pt-CV', 'CV'],
  ['CZK', 'Czech Koruna', 'Kč', 'cs-CZ', 'CZ'],
  ['DJF', 'Djiboutian Franc', 'DJF', 'fr-DJ', 'DJ'],
  ['DKK', 'Danish Krone', 'kr', 'da-DK', 'DK'],
  ['DOP', 'Dominican Peso', 'DO$', 'es-DO', 'DO'],
  ['DZD', 'Algerian Dinar', 'DA', 'ar-DZ', 'DZ'],
  ['EGP', 'Egyptian Pound', 'E£', 'ar-EG', 'EG'],
  ['ERN', 'Eritrean Nakfa', 'ERN', 'en-ER', 'ER'],
  ['ETB', 'Ethiopian Birr', 'ETB', 'am-ET', 'ET'],
  ['EUR', 'Euro', '€', 'de-DE', 'EU'],
  ['FJD', 'Fijian Dollar', 'FJ$', 'en-FJ', 'FJ'],
  ['FKP', 'Falkland Islands Pound', 'FK£', 'en-FK', 'FK'],
  ['GBP', 'British Pound', '£', 'en-GB', 'GB'],
  ['GEL', 'Georgian Lari', '₾', 'ka-GE', 'GE'],
  ['GHS', 'Ghanaian Cedi', 'GH₵', 'en-GH', 'GH'],
  ['GIP', 'Gibraltar Pound', 'GI£', 'en-GI', 'GI'],
  ['GMD', 'Gambian Dalasi', 'GMD', 'en-GM', 'GM'],
  ['GNF', 'Guinean Franc', 'FG', 'fr-GN', 'GN'],
  ['GTQ', 'Guatemalan Quetzal', 'Q', 'es-GT', 'GT'],
  ['GYD', 'Guyanese Dollar', 'GY$', 'en-GY', 'GY'],
  ['HKD', 'Hong Kong Dollar', 'HK$', 'en-HK', 'HK'],
  ['HNL', 'Honduran Lempira', 'L', 'es-HN', 'HN'],
  ['HTG', 'Haitian Gourde', 'HTG', 'fr-HT', 'HT'],
  ['HUF', 'Hungarian Forint', 'Ft', 'hu-HU', 'HU'],
  ['IDR', 'Indonesian Rupiah', 'Rp', 'id-ID', 'ID'],
  ['ILS', 'Israeli New Shekel', '₪', 'he-IL', 'IL'],
  ['INR', 'Indian Rupee', '₹', 'en-IN', 'IN'],
  ['IQD', 'Iraqi Dinar', 'IQD', 'ar-IQ', 'IQ'],
  ['IRR', 'Iranian Rial', 'IRR', 'fa-IR', 'IR'],
  ['ISK', 'Icelandic Króna', 'kr', 'is-IS', 'IS'],
  ['JMD', 'Jamaican Dollar', 'JM$', 'en-JM', 'JM'],
  ['JOD', 'Jordanian Dinar', 'JOD', 'ar-JO', 'JO'],
  ['JPY', 'Japanese Yen', '¥', 'ja-JP', 'JP'],
  ['KES', 'Kenyan Shilling', 'KES', 'en-KE', 'KE'],
  ['KGS', 'Kyrgyz Som', 'KGS', 'ky-KG', 'KG'],
  ['KHR', 'Cambodian Riel', '៛', 'km-KH', 'KH'],
  ['KMF', 'Comorian Franc', 'CF', 'fr-KM', 'KM'],
  ['KPW', 'North Korean Won', 'KP₩', 'ko-KP', 'KP'],
  ['KRW', 'South Korean Won', '₩', 'ko-KR', 'KR'],
  ['KWD', 'Kuwaiti Dinar', 'KWD', 'ar-KW', 'KW'],
  ['KYD', 'Cayman Islands Dollar', 'KY$', 'en-KY', 'KY'],
  ['KZT', 'Kazakhstani Tenge', '₸', 'ru-KZ', 'KZ'],
  ['LAK', 'Laotian Kip', '₭', 'lo-LA', 'LA'],
  ['LBP', 'Lebanese Pound', 'L£', 'ar-LB', 'LB'],
  ['LKR', 'Sri Lankan Rupee', 'Rs', 'si-LK', 'LK'],
  ['LRD', 'Liberian Dollar', 'LR$', 'en-LR', 'LR'],
  ['LSL', 'Lesotho Loti', 'LSL', 'en-LS', 'LS'],
  ['LYD', 'Libyan Dinar', 'LYD', 'ar-LY', 'LY'],
  ['MAD', 'Moroccan Dirham', 'MAD', 'ar-MA', 'MA'],
  ['MDL', 'Moldovan Leu', 'MDL', 'ro-MD', 'MD'],
  ['MGA', 'Malagasy Ariary', 'Ar', 'mg-MG', 'MG'],
  ['MKD', 'Macedonian Denar', 'MKD', 'mk-MK', 'MK'],
  ['MMK', 'Myanmar Kyat', 'K', 'my-MM', 'MM'],
  ['MNT', 'Mongolian Tugrik', '₮', 'mn-MN', 'MN'],
  ['MOP', 'Macanese Pataca', 'MOP', 'zh-MO', 'MO'],
  ['MRU', 'Mauritanian Ouguiya', 'MRU', 'ar-MR', 'MR'],
  ['MUR', 'Mauritian Rupee', 'Rs', 'fr-MU', 'MU'],
  ['MVR', 'Maldivian Rufiyaa', 'MVR', 'en-MV', 'MV'],
  ['MWK', 'Malawian Kwacha', 'MWK', 'en-MW', 'MW'],
  ['MXN', 'Mexican Peso', 'MX$', 'es-MX', 'MX'],
  ['MYR', 'Malaysian Ringgit', 'RM', 'ms-MY', 'MY'],
  ['MZN', 'Mozambican Metical', 'MZN', 'pt-MZ', 'MZ'],
  ['NAD', 'Namibian Dollar', 'NA$', 'en-NA', 'NA'],
  ['NGN', 'Nigerian Naira', '₦', 'en-NG', 'NG'],
  ['NIO', 'Nicaraguan Córdoba', 'C$', 'es-NI', 'NI'],
  ['NOK', 'Norwegian Krone', 'kr', 'nb-NO', 'NO'],
  ['NPR', 'Nepalese Rupee', 'Rs', 'ne-NP', 'NP'],
  ['NZD', 'New Zealand Dollar', 'NZ$', 'en-NZ', 'NZ'],
  ['OMR', 'Omani Rial', 'OMR', 'ar-OM', 'OM'],
  ['PAB', 'Panamanian Balboa', 'PAB', 'es-PA', 'PA'],
  ['PEN', 'Peruvian Sol', 'S/', 'es-PE', 'PE'],
  ['PGK', 'Papua New Guinean Kina', 'PGK', 'en-PG', 'PG'],
  ['PHP', 'Philippine Peso', '₱', 'en-PH', 'PH'],
  ['PKR', 'Pakistani Rupee', 'Rs', 'en-PK', 'PK'],
  ['PLN', 'Polish Zloty', 'zł', 'pl-PL', 'PL'],
  ['PYG', 'Paraguayan Guarani', '₲', 'es-PY', 'PY'],
  ['QAR', 'Qatari Riyal', 'QAR', 'ar-QA', 'QA'],
  ['RON', 'Romanian Leu', 'lei', 'ro-RO', 'RO'],
  ['RSD', 'Serbian Dinar', 'RSD', 'sr-RS', 'RS'],
  ['RUB', 'Russian Ruble', '₽', 'ru-RU', 'RU'],
  ['RWF', 'Rwandan Franc', 'RF', 'rw-RW', 'RW'],
  ['SAR', 'Saudi Riyal', 'SAR', 'ar-SA', 'SA'],
  ['SBD', 'Solomon Islands Dollar', 'SB$', 'en-SB', 'SB'],
  ['SCR', 'Seychellois Rupee', 'SCR', 'fr-SC', 'SC'],
  ['SDG', 'Sudanese Pound', 'SDG', 'ar-SD', 'SD'],
  ['SEK', 'Swedish Krona', 'kr', 'sv-SE', 'SE'],
  ['SGD', 'Singapore Dollar', 'SG$', 'en-SG', 'SG'],
  ['SHP', 'St. Helena Pound', 'SH£', 'en-SH', 'SH'],
  ['SLE', 'Sierra Leonean Leone', 'SLE', 'en-SL', 'SL'],
  ['SOS', 'Somali Shilling', 'SOS', 'so-SO', 'SO'],
  ['SRD', 'Surinamese Dollar', 'SR$', 'nl-SR', 'SR'],
  ['SSP', 'South Sudanese Pound', 'SS£', 'ar-SS', 'SS'],
  ['STN', 'São Tomé & Príncipe Dobra', 'Db', 'pt-ST', 'ST'],
  ['SYP', 'Syrian Pound', 'SY£', 'ar-SY', 'SY'],
  ['SZL', 'Swazi Lilangeni', 'SZL', 'en-SZ', 'SZ'],
  ['THB', 'Thai Baht', '฿', 'th-TH', 'TH'],
  ['TJS', 'Tajikistani Somoni', 'TJS', 'tg-TJ', 'TJ'],
  ['TMT', 'Turkmenistani Manat', 'TMT', 'tk-TM', 'TM'],
  ['TND', 'Tunisian Dinar', 'TND', 'ar-TN', 'TN'],
  ['TOP', 'Tongan Paʻanga', 'T$', 'en-TO', 'TO'],
  ['TRY', 'Turkish Lira', '₺', 'tr-TR', 'TR'],
  ['TTD', 'Trinidad & Tobago Dollar', 'TT$', 'en-TT', 'TT'],
  ['TWD', 'New Taiwan Dollar', 'NT$', 'zh-TW', 'TW'],
  ['TZS', 'Tanzanian Shilling', 'TZS', 'sw-TZ', 'TZ'],
  ['UAH', 'Ukrainian Hryvnia', '₴', 'uk-UA', 'UA'],
  ['UGX', 'Ugandan Shilling', 'UGX', 'en-UG', 'UG'],
  ['USD', 'US Dollar', '$', 'en-US', 'US'],
  ['UYU', 'Uruguayan Peso', 'UY$', 'es-UY', 'UY'],
  ['UZS', 'Uzbekistani Som', 'UZS', 'uz-UZ', 'UZ'],
  ['VES', 'Venezuelan Bolívar', 'VES', 'es-VE', 'VE'],
  ['VND', 'Vietnamese Dong', '₫', 'vi-VN', 'VN'],
  ['VUV', 'Vanuatu Vatu', 'VUV', 'en-VU', 'VU'],
  ['WST', 'Samoan Tala', 'WST', 'en-WS', 'WS'],
  ['XAF', 'Central African CFA Franc', 'FCFA', 'fr-CM', 'CM'],
  ['XCD', 'East Caribbean Dollar', 'EC$', 'en-AG', 'AG'],
  ['XCG', 'Caribbean Guilder', 'Cg', 'nl-CW', 'CW'],
  ['XOF', 'West African CFA Franc', 'F CFA', 'fr-SN', 'SN'],
  ['XPF', 'CFP Franc', 'CFPF', 'fr-PF', 'PF'],
  ['YER', 'Yemeni Rial', 'YER', 'ar-YE', 'YE'],
  ['ZAR', 'South African Rand', 'R', 'en-ZA', 'ZA'],
  ['ZMW', 'Zambian Kwacha', 'ZK', 'en-ZM', 'ZM'],
  ['ZWG', 'Zimbabwean Gold', 'ZWG', 'en-ZW', 'ZW'],
]

export const CURRENCIES: readonly Currency[] = ROWS.map(([code, name, symbol, language, country]) => ({
  currencyName: name,
  currencySymbol: symbol,
  currencyType: code,
  forwardCut: false,
  intervalSeparator: INTERVAL_SEPARATOR,
  language,
  symbolFront: !SYMBOL_BEHIND.has(code),
  decimal: decimalsOf(code),
  countryCode: country,
}))

const BY_CODE: ReadonlyMap<string, Currency> = new Map(CURRENCIES.map((c) => [c.currencyType, c]))

export const findCurrency = (code: string): Currency | undefined => BY_CODE.get(code.toUpperCase())

/** A code we do not list still has decimals: 2, the rule's "otherwise". */
export function decimalsOf(code: string): 0 | 2 {
  return WITHOUT_DECIMALS.has(code.toUpperCase()) ? 0 : 2
}

/** Currencies whose prices are written with three decimals (ISO 4217). */
const THREE_DECIMALS: ReadonlySet<string> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/**
 * How many decimals an amount of a supplier is read with. The third one is kept until it is converted: it is worth up
 * to three cents.
 */
export const supplierDecimalsOf = (code: string): 0 | 2 | 3 =>
  THREE_DECIMALS.has(code.toUpperCase()) ? 3 : decimalsOf(code)
