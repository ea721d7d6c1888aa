/**
 * Names of states by their codes, where shops tell the code alone: ISO 3166-2 (with the country in front or without it), and for
 * Mexico the two letters that shops' checkouts have. Of the United States, Canada and Australia: address.ts.
 */
const of = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('|').map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)]))
/** Numbered from 1. */
const numbered = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('|').map((name, at) => [String(at + 1).padStart(2, '0'), name]))

const STATES: Record<string, ReadonlyMap<string, string>> = {
  BR: of(
    'AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|' +
      'MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|' +
      'PI Piauí|RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|' +
      'SP São Paulo|SE Sergipe|TO Tocantins',
  ),
  ES: of(
    'C A Coruña|VI Álava|AB Albacete|A Alicante|AL Almería|O Asturias|AV Ávila|BA Badajoz|PM Baleares|B Barcelona|' +
      'BU Burgos|CC Cáceres|CA Cádiz|S Cantabria|CS Castellón|CE Ceuta|CR Ciudad Real|CO Córdoba|CU Cuenca|GI Girona|' +
      'GR Granada|GU Guadalajara|SS Gipuzkoa|H Huelva|HU Huesca|J Jaén|LO La Rioja|GC Las Palmas|LE León|L Lleida|' +
      'LU Lugo|M Madrid|MA Málaga|ML Melilla|MU Murcia|NA Navarra|OR Ourense|P Palencia|PO Pontevedra|SA Salamanca|' +
      'TF Santa Cruz de Tenerife|SG Segovia|SE Sevilla|SO Soria|T Tarragona|TE Teruel|TO Toledo|V Valencia|' +
      'VA Valladolid|BI Vizcaya|ZA Zamora|Z Zaragoza',
  ),
  JP: numbered(
    'Hokkaido|Aomori|Iwate|Miyagi|Akita|Yamagata|Fukushima|Ibaraki|Tochigi|Gunma|Saitama|Chiba|Tokyo|Kanagawa|Niigata|' +
      'Toyama|Ishikawa|Fukui|Yamanashi|Nagano|Gifu|Shizuoka|Aichi|Mie|Shiga|Kyoto|Osaka|Hyogo|Nara|Wakayama|Tottori|' +
      'Shimane|Okayama|Hiroshima|Yamaguchi|Tokushima|Kagawa|Ehime|Kochi|Fukuoka|Saga|Nagasaki|Kumamoto|Oita|Miyazaki|' +
      'Kagoshima|Okinawa',
  ),
  MX: of(
    'DF Ciudad de México|JA Jalisco|NL Nuevo León|AG Aguascalientes|BC Baja California|BS Baja California Sur|' +
      'CM Campeche|CS Chiapas|CH Chihuahua|CO Coahuila|CL Colima|DG Durango|GT Guanajuato|GR Guerrero|HG Hidalgo|' +
      'MX Estado de México|MI Michoacán|MO Morelos|NA Nayarit|OA Oaxaca|PU Puebla|QT Querétaro|QR Quintana Roo|' +
      'SL San Luis Potosí|SI Sinaloa|SO Sonora|TB Tabasco|TM Tamaulipas|TL Tlaxcala|VE Veracruz|YU Yucatán|ZA Zacatecas',
  ),
  TR: numbered(
    'Adana|Adıyaman|Afyonkarahisar|Ağrı|Amasya|Ankara|Antalya|Artvin|Aydın|Balıkesir|Bilecik|Bingöl|Bitlis|Bolu|Burdur|' +
      'Bursa|Çanakkale|Çankırı|Çorum|Denizli|Diyarbakır|Edirne|Elazığ|Erzincan|Erzurum|Eskişehir|Gaziantep|Giresun|' +
      'Gümüşhane|Hakkari|Hatay|Isparta|Mersin|İstanbul|İzmir|Kars|Kastamonu|Kayseri|Kırklareli|Kırşehir|Kocaeli|Konya|' +
      'Kütahya|Malatya|Manisa|Kahramanmaraş|Mardin|Muğla|Muş|Nevşehir|Niğde|Ordu|Rize|Sakarya|Samsun|Siirt|Sinop|Sivas|' +
      'Tekirdağ|Tokat|Trabzon|Tunceli|Şanlıurfa|Uşak|Van|Yozgat|Zonguldak|Aksaray|Bayburt|Karaman|Kırıkkale|Batman|' +
      'Şırnak|Bartın|Ardahan|Iğdır|Yalova|Karabük|Kilis|Osmaniye|Düzce',
  ),
}

/** "SP", "ES-M", "JP13". Null: it is no code that is known. */
export function stateName(country: string, written: string): string | null {
  const code = written.trim().toUpperCase()
  const bare = code.startsWith(country) ? code.slice(country.length).replace(/^-/, '') : code
  return STATES[country]?.get(bare) ?? STATES[country]?.get(code) ?? null
}
